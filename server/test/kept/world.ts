import { Client } from '../client.ts';
import type { Servers } from './servers.ts';

export interface WorldPerson {
  readonly id: string;
  readonly username: string;
  /** Of open and of ended sessions; the newest last. */
  readonly tokens: string[];
}

/** As many of each are acted on; who is new takes the place of the one that came first. */
const most = { people: 5, posts: 6, comments: 6 } as const;

/** What the writers know of the site: by index, so that a sequence means something with any step left out. */
export class World {
  readonly servers: Servers;
  readonly people: WorldPerson[];
  readonly posts: string[] = [];
  readonly comments: string[] = [];
  /** The last ones. */
  readonly messages: string[] = [];
  /** Tokens of sessions that ended. */
  readonly ended: string[] = [];
  #names = 0;

  constructor(servers: Servers) {
    this.servers = servers;
    const { id, token } = servers.admin;
    this.people = [{ id, username: 'ioana', tokens: [token] }];
  }

  nextName(): string {
    this.#names += 1;
    return `person_${this.#names}`;
  }

  addPerson(person: WorldPerson): void {
    this.people.push(person);
    // The first is the admin by whom everything can be set right again.
    if (this.people.length > most.people) this.people.splice(1, 1);
  }

  addPost(id: string): void {
    this.posts.push(id);
    if (this.posts.length > most.posts) this.posts.shift();
  }

  addComment(id: string): void {
    this.comments.push(id);
    if (this.comments.length > most.comments) this.comments.shift();
  }

  addEnded(token: string): void {
    this.ended.push(token);
    if (this.ended.length > 2) this.ended.shift();
  }

  addMessage(id: string): void {
    this.messages.push(id);
    if (this.messages.length > 3) this.messages.shift();
  }

  person(index: number): WorldPerson {
    const person = picked(this.people, index);
    if (!person) throw new Error('there is always an admin');
    return person;
  }

  /** The admin's caller at one of the keeping servers. */
  admin(server: number): Client {
    return this.as(0, server);
  }

  as(index: number, server: number): Client {
    return new Client(this.servers.keeping[server] ?? '', this.person(index).tokens.at(-1) ?? null);
  }
}

export const picked = <T>(from: readonly T[], index: number): T | undefined => from[index % from.length];
