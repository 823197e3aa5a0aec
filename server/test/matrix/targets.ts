import type { ErrorCode } from '@duet/contract/errors';
import type { Person } from '../harness.ts';
import type { CommentState, Fixtures, PersonState, PostState } from './fixtures.ts';
import type { Who } from './secrets.ts';

/** A request as it goes out. */
export interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly form?: FormData;
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

export type Outcome = 'ok' | ErrorCode;

/** What a call is about: a request, and what is to be answered to somebody who may make such calls at all. */
export interface Target {
  readonly name: string;
  /** `fresh`: about things that this cell may use up. */
  ask(fixtures: Fixtures, owner: Person, fresh: boolean): Promise<Asked> | Asked;
  outcome(who: Who): Outcome;
  /** Needs a proof of the last minutes, else PROOF_NEEDED. */
  readonly proof?: boolean;
  /** Ends the caller's session or account. */
  readonly endsCaller?: boolean;
}

/** A call that is about nothing in particular. */
export const plain = (
  ask: Asked | Target['ask'] = {},
  outcome: Outcome | Target['outcome'] = 'ok',
  more: Partial<Target> = {},
): Target => ({
  name: '',
  ask: typeof ask === 'function' ? ask : () => ask,
  outcome: typeof outcome === 'function' ? outcome : () => outcome,
  ...more,
});

type Make<State> = (id: string, state: State) => Asked;
type Rule<State> = (who: Who, state: State) => Outcome;

const postStates = ['public', 'hidden', 'draft', 'deleted', 'missing', 'own', 'ownHidden'] as const;

/** What does not exist for somebody is POST_NOT_FOUND, whatever the call. */
const seesPost: Rule<PostState> = ({ role }, state) => {
  if (state === 'deleted' || state === 'missing') return 'POST_NOT_FOUND';
  return role === 'admin' || state === 'public' || state === 'own' ? 'ok' : 'POST_NOT_FOUND';
};

/** Of each state of a post; `rule` judges those that the caller sees. */
export const ofPosts = (
  make: Make<PostState>,
  rule: Rule<PostState> = () => 'ok',
  invisible: ErrorCode | 'ok' = 'POST_NOT_FOUND',
): Target[] =>
  postStates.map((state) => ({
    name: `${state} post`,
    // A draft is gone when somebody deletes them all.
    ask: async (fixtures, owner, fresh) =>
      make(await fixtures.post(state, owner, fresh || state === 'draft'), state),
    outcome: (who) => (seesPost(who, state) === 'ok' ? rule(who, state) : invisible),
  }));

const commentStates = ['own', 'others', 'ownHidden', 'othersHidden', 'deleted', 'missing'] as const;

export const ofComments = (make: Make<CommentState>, rule: Rule<CommentState> = () => 'ok'): Target[] =>
  commentStates.map((state) => ({
    name: `${state} comment`,
    ask: async (fixtures, owner, fresh) => make(await fixtures.comment(state, owner, fresh), state),
    outcome: (who) => {
      const isGone = state === 'deleted' || state === 'missing';
      const isHidden = state.endsWith('Hidden') && who.role !== 'admin';
      return isGone || isHidden ? 'COMMENT_NOT_FOUND' : rule(who, state);
    },
  }));

const personStates = ['self', 'other', 'admin', 'deleted', 'waiting', 'missing'] as const;

export const ofPeople = (
  make: Make<PersonState>,
  rule: Rule<PersonState>,
  more: Pick<Target, 'proof'> = {},
): Target[] =>
  personStates.map((state) => ({
    name: `${state} person`,
    ask: async (fixtures, owner, fresh) => make(await fixtures.person(state, owner, fresh), state),
    outcome: (who) => rule(who, state),
    ...more,
    endsCaller: state === 'self',
  }));

/** Deleted and waiting people exist for admins alone. */
export const seesPerson: Rule<PersonState> = ({ role }, state) => {
  if (state === 'missing') return 'USER_NOT_FOUND';
  const isThere = state === 'self' || state === 'other' || state === 'admin';
  return isThere || role === 'admin' ? 'ok' : 'USER_NOT_FOUND';
};

export const isAuthorOrAdmin: Rule<CommentState> = ({ role }, state) =>
  role === 'admin' || state.startsWith('own') ? 'ok' : 'FORBIDDEN';
