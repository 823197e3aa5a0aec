import type { ErrorCode } from '@duet/contract/errors';
import type { Client } from '../client.ts';
import { picked, type SiteState } from './site-state.ts';

/** At which server, who, to what, and a number for what is chosen besides. */
export interface Act {
  readonly server: number;
  readonly who: number;
  readonly what: number;
  readonly choice: number;
}

export interface Answered {
  readonly status: number;
  readonly body: { readonly code: ErrorCode };
}

/** Nothing is answered where there is nobody or nothing to act on. */
export type Write = (state: SiteState, act: Act) => Promise<Answered | undefined>;
export type Writes = Readonly<Record<string, Write>>;

type Run = (client: Client, id: string, act: Act) => Promise<Answered>;

/** What is done to a post, by the admin or by whoever the act says. */
export const ofPost =
  (run: Run, by: 'admin' | 'anybody' = 'admin'): Write =>
  async (state, act) =>
    onOne(state, act, { id: picked(state.posts, act.what), by, run });

/** What is done to a comment; `author` is somebody else now and then. */
export const ofComment =
  (run: Run, by: 'admin' | 'author' | 'anybody' = 'anybody'): Write =>
  async (state, act) => {
    const comment = picked(state.comments, act.what);
    const author = state.people.findIndex(({ id }) => id === comment?.authorId);
    const who = by === 'author' && act.choice % 4 !== 0 && author >= 0 ? author : act.who;
    return onOne(state, { ...act, who }, { id: comment?.id, by: by === 'admin' ? by : 'anybody', run });
  };

/** What the admin does to somebody else. */
export const ofPerson =
  (run: Run): Write =>
  async (state, act) =>
    onOne(state, act, { id: state.other(act.what)?.id, by: 'admin', run });

interface One {
  readonly id: string | undefined;
  readonly by: 'admin' | 'anybody';
  readonly run: Run;
}

async function onOne(state: SiteState, act: Act, { id, by, run }: One): Promise<Answered | undefined> {
  const client = by === 'admin' ? state.admin(act.server) : state.as(act.who, act.server);
  return id === undefined ? undefined : run(client, id, act);
}

/** A picture as far as the servers of the test look at it. */
export const pictureOf = (choice: number): string => Buffer.from(`a picture ${choice}`).toString('base64');
