import type { Authenticator } from '../authenticator.ts';
import type { Client } from '../client.ts';
import { QuickClient } from './send.ts';
import type { Servers } from './servers.ts';

export interface SitePerson {
  readonly id: string;
  username: string;
  /** Of open and of ended sessions, the newest last. */
  readonly tokens: string[];
  /** For approval. */
  waits: boolean;
  passkey?: { readonly id: string; readonly authenticator: Authenticator };
}

interface StoredComment {
  readonly id: string;
  readonly postId: string;
  readonly authorId: string;
}

interface StoredMessage {
  readonly id: string;
  readonly fromId: string;
  readonly toId: string;
}

/** A personal token. */
interface StoredProgram {
  readonly id: string;
  readonly ownerId: string;
  readonly token: string;
}

/** As many of each are acted on; who is new takes the place of the one that came first. */
const most = { people: 5, posts: 6, comments: 6, messages: 3, ended: 2, programs: 4, feedPaths: 2 } as const;

/** What the writers know of the site: by index, so that a sequence means something with any step left out. */
export class SiteState {
  readonly servers: Servers;
  readonly people: SitePerson[];
  readonly posts: string[] = [];
  readonly comments: StoredComment[] = [];
  /** The last ones. */
  readonly messages: StoredMessage[] = [];
  /** Tokens of sessions that ended. */
  readonly ended: string[] = [];
  /** Of programs that act for people; one that was revoked stays among them. */
  readonly programs: StoredProgram[] = [];
  /** With somebody's key; one that was renewed stays among them. */
  readonly feedPaths: string[] = [];
  #names = 0;

  constructor(servers: Servers) {
    this.servers = servers;
    const { id, token } = servers.admin;
    this.people = [{ id, username: 'ioana', tokens: [token], waits: false }];
  }

  nextName(): string {
    this.#names += 1;
    return `person_${this.#names}`;
  }

  addPerson(person: SitePerson): void {
    this.people.push(person);
    // The first is the admin by whom everything can be set right again.
    if (this.people.length > most.people) this.people.splice(1, 1);
  }

  add<Kind extends 'posts' | 'comments' | 'messages' | 'ended' | 'programs' | 'feedPaths'>(
    kind: Kind,
    one: this[Kind][number],
  ): void {
    const list: unknown[] = this[kind];
    list.push(one);
    if (list.length > most[kind]) list.shift();
  }

  person(index: number): SitePerson {
    const person = picked(this.people, index);
    if (!person) throw new Error('there is always an admin');
    return person;
  }

  /** Somebody else than the admin by whom all is set right; for whom a program acts, more often. */
  other(index: number): SitePerson | undefined {
    const others = this.people.slice(1);
    const withPrograms = others.filter(({ id }) => this.programs.some(({ ownerId }) => ownerId === id));
    return picked([...others, ...withPrograms], index);
  }

  /** The index of somebody for whom a program acts, or of the one where there is none or the number is even. */
  ownerOr(who: number, number: number): number {
    const program = picked(this.programs, number);
    const owner = number % 2 ? this.people.findIndex(({ id }) => id === program?.ownerId) : -1;
    return owner < 0 ? who : owner;
  }

  /** Somebody whom the one may write to. */
  partner(who: number, index: number): SitePerson {
    const others = this.people.filter((person) => person !== this.person(who));
    return picked(others, index) ?? this.person(who);
  }

  waiting(index: number): SitePerson | undefined {
    return picked(
      this.people.filter(({ waits }) => waits),
      index,
    );
  }

  /** The admin's caller at one of the keeping servers. */
  admin(server: number): Client {
    return this.as(0, server);
  }

  as(index: number, server: number): Client {
    return this.caller(server, this.person(index).tokens.at(-1) ?? null);
  }

  /** Without a token a guest. */
  caller(server: number, token: string | null = null): Client {
    const { keeping, agent } = this.servers;
    return new QuickClient(agent, keeping[server] ?? '', token);
  }
}

export const picked = <T>(from: readonly T[], index: number): T | undefined => from[index % from.length];
