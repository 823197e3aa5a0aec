import { setTimeout as wait } from 'node:timers/promises';
import { Client } from '../client.ts';
import { Person, password } from '../harness.ts';
import { draft } from '../posts.ts';
import type { PlainDatabase } from './recount.ts';

/** Where the words of each kind stand. */
const columns = {
  users: 'display_name',
  posts: 'title',
  comments: 'text',
  messages: 'text',
} as const;
type Table = keyof typeof columns;

/** What was said to be there, null for nothing; and what may be there instead, where no answer came. */
interface Fact {
  readonly table: Table;
  readonly id: string;
  known: string | null;
  perhaps?: string | null;
}

/** Somebody who writes words with real clients, and knows what the server has said to be done. */
export class TextClient {
  readonly #template: Person;
  readonly #random: () => number;
  readonly #name: string;
  readonly #facts = new Map<string, Fact>();
  readonly #friends: { readonly id: string; readonly token: string }[] = [];
  readonly #likes: { readonly post: string; readonly user: string }[] = [];
  #made = 0;
  /** Writes that were answered as done. */
  done = 0;
  /** How often each status was answered. */
  readonly said: Record<number, number> = {};
  /** Answers that no crash excuses. */
  readonly faults: string[] = [];

  constructor(template: Person, name: string, random: () => number) {
    this.#template = template;
    this.#name = name;
    this.#random = random;
  }

  /** Writes until the server is no more, or until told to stop. */
  async visit(url: string, stop: () => boolean = () => false): Promise<void> {
    const admin = new Person(url, this.#template.token ?? '', this.#template.user, password);
    while (!stop()) {
      const before = this.done;
      const cut = await this.#act(admin).then(
        () => false,
        // No answer came.
        () => true,
      );
      if (this.done === before) await wait(20);
      if (!cut) continue;
      const alive = await fetch(new URL('/healthz', url)).catch(() => null);
      if (!alive) return;
    }
  }

  async #act(admin: Person): Promise<void> {
    const chance = this.#random();
    const text = `${this.#name} ${this.#made}`;
    this.#made += 1;
    if (chance < 0.1 || this.#friends.length === 0) return this.#register(admin.url);
    if (chance < 0.3) return this.#publish(admin, text);
    if (chance < 0.45)
      return this.#change('posts', text, (id) =>
        admin.call('posts.update', { params: { id }, body: { title: text } }),
      );
    if (chance < 0.5)
      return this.#change('posts', null, (id) => admin.call('posts.delete', { params: { id } }));
    const friend = this.#some(this.#friends);
    const client = new Client(admin.url, friend?.token ?? null);
    if (chance < 0.65) return this.#comment(client, text);
    if (chance < 0.7) return this.#like(client, friend?.id ?? '');
    if (chance < 0.8)
      return this.#change('comments', text, (id) => admin.call('comments.delete', { params: { id } }), true);
    if (chance < 0.95) return this.#message(client, admin.id, text);
    return this.#change('users', text, (id) =>
      admin.call('accounts.changeUser', { params: { id }, body: { displayName: text.slice(0, 40) } }),
    );
  }

  async #register(url: string): Promise<void> {
    const username = `${this.#name}_${this.#made}`;
    const body = { username, email: `${username}@example.org`, password };
    const answer = await new Client(url).call('accounts.register', { body });
    if (!this.#isDone(answer)) return;
    const { user, token = '' } = answer.body.data;
    this.#friends.push({ id: user._id, token });
    this.#learn('users', user._id, '');
  }

  async #publish(admin: Person, title: string): Promise<void> {
    const id = await draft(admin);
    const fact = this.#learn('posts', id, '');
    fact.perhaps = title;
    const body = { title, content: '<p>Words</p>' };
    const answer = await admin.call('posts.publish', { params: { id }, body });
    if (this.#isDone(answer)) this.#settle(fact, title);
  }

  async #comment(client: Client, text: string): Promise<void> {
    const post = this.#some(this.#living('posts'));
    if (!post) return;
    const answer = await client.call('comments.create', { body: { postId: post.id, text } });
    if (this.#isDone(answer, 404)) this.#learn('comments', answer.body.data.comment._id, text);
  }

  async #message(client: Client, recipientId: string, message: string): Promise<void> {
    const answer = await client.call('messages.send', { body: { recipientId, message } });
    if (this.#isDone(answer)) this.#learn('messages', answer.body.data.message._id, message);
  }

  async #like(client: Client, user: string): Promise<void> {
    const post = this.#some(this.#living('posts'));
    if (!post) return;
    const answer = await client.call('posts.like', { body: { postId: post.id } });
    if (this.#isDone(answer, 404)) this.#likes.push({ post: post.id, user });
  }

  /** Changes one of the things that are there; with `goes`, to nothing. */
  async #change(
    table: Table,
    text: string | null,
    send: (id: string) => Promise<{ readonly status: number; readonly body: { readonly error: string } }>,
    goes = text === null,
  ): Promise<void> {
    const fact = this.#some(this.#living(table));
    if (!fact) return;
    const wanted = goes ? null : text;
    fact.perhaps = wanted;
    if (table === 'posts' && goes) this.#mayGo(fact.id);
    if (this.#isDone(await send(fact.id))) this.#settle(fact, wanted);
  }

  /** With a post go its comments, which are then nobody's to miss. */
  #mayGo(_postId: string): void {
    for (const [key, { table }] of this.#facts) if (table === 'comments') this.#facts.delete(key);
  }

  #isDone(answer: { readonly status: number; readonly body: { readonly error: string } }, also = 0): boolean {
    const { status, body } = answer;
    this.said[status] = (this.said[status] ?? 0) + 1;
    if (status === 200) this.done += 1;
    else if (status !== 503 && status !== also) this.faults.push(`${status}: ${body.error}`);
    return status === 200;
  }

  #learn(table: Table, id: string, known: string): Fact {
    const fact: Fact = { table, id, known };
    this.#facts.set(`${table} ${id}`, fact);
    return fact;
  }

  #settle(fact: Fact, known: string | null): void {
    fact.known = known;
    delete fact.perhaps;
  }

  /** Those of which is known how they are. */
  #living(table: Table): Fact[] {
    return [...this.#facts.values()].filter(
      (fact) => fact.table === table && fact.known !== null && fact.perhaps === undefined,
    );
  }

  #some<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.#random() * from.length)];
  }

  /** What is not as it was said to be, read without a line of the product. */
  async wrong(plain: PlainDatabase): Promise<string[]> {
    const faults = [...this.faults];
    for (const table of Object.keys(columns) as Table[]) {
      const rows = await plain.rows(`select id, ${columns[table]} as words from ${table}`);
      const found = new Map(rows.map(({ id, words }) => [`${id}`, `${words}`]));
      for (const fact of [...this.#facts.values()].filter((each) => each.table === table)) {
        const words = found.get(fact.id) ?? null;
        if ('perhaps' in fact && words === fact.perhaps) this.#settle(fact, words);
        else if (words === fact.known) delete fact.perhaps;
        else faults.push(`${table} ${fact.id} is ${words} and not ${fact.known}`);
      }
    }
    const likes = await plain.rows('select post_id, user_id from likes');
    const liked = new Set(likes.map(({ post_id, user_id }) => `${post_id} ${user_id}`));
    for (const { post, user } of this.#likes) {
      const isThere = this.#facts.get(`posts ${post}`)?.known !== null;
      if (isThere && !liked.has(`${post} ${user}`)) faults.push(`the like of ${post} by ${user} is lost`);
    }
    return faults;
  }
}
