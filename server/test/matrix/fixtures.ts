import { randomUUID } from 'node:crypto';
import type { Post } from '@duet/contract/posts/shapes';
import { Secret, TOTP } from 'otpauth';
import { Client } from '../client.ts';
import { type Harness, Person, password } from '../harness.ts';
import { draft, richText } from '../posts.ts';
import { begin } from '../uploads.ts';
import { marks } from './secrets.ts';

export type PostState = 'public' | 'hidden' | 'draft' | 'deleted' | 'missing' | 'own' | 'ownHidden';
export type CommentState = 'own' | 'others' | 'ownHidden' | 'othersHidden' | 'deleted' | 'missing';
export type PersonState = 'self' | 'other' | 'admin' | 'deleted' | 'waiting' | 'missing';

/** Somebody with a session, who may own things. */
type Owner = Person;

const missing = (): string => randomUUID();

/** A site with one of everything that somebody may not see, and makers of more. */
export class Fixtures {
  readonly harness: Harness;
  /** The author of what others see. */
  readonly ioana: Person;
  readonly matei: Person;
  readonly anca: Person;
  readonly bogdan: Person;
  readonly deleted: Person;
  readonly formerAdmin: Person;
  readonly waitingId: string;
  readonly secondStepToken: string;
  readonly #kept = new Map<string, Promise<string>>();
  #made = 0;

  private constructor(
    harness: Harness,
    people: Pick<Fixtures, 'ioana' | 'matei' | 'anca' | 'bogdan' | 'deleted' | 'formerAdmin'>,
    waitingId: string,
    secondStepToken: string,
  ) {
    this.harness = harness;
    this.ioana = people.ioana;
    this.matei = people.matei;
    this.anca = people.anca;
    this.bogdan = people.bogdan;
    this.deleted = people.deleted;
    this.formerAdmin = people.formerAdmin;
    this.waitingId = waitingId;
    this.secondStepToken = secondStepToken;
  }

  static async open(harness: Harness): Promise<Fixtures> {
    const ioana = await harness.admin('ioana');
    const matei = await harness.admin('matei');
    const anca = await harness.person('anca');
    const bogdan = await harness.person('bogdan');
    const deleted = await harness.person('dan_deleted');
    await done(ioana.call('accounts.deleteUser', { params: { id: deleted.id } }));
    const formerAdmin = await harness.admin('roxana');
    await done(ioana.call('accounts.changeUser', { params: { id: formerAdmin.id }, body: { role: 'user' } }));
    await done(ioana.call('site.change', { body: { line: marks.siteLine, joining: 'approval' } }));
    await done(ioana.call('about.change', { body: { story: `<p>${marks.story}</p>` } }));
    const waiting = await harness.guest.call('accounts.register', {
      body: { username: marks.waitingName, email: 'wanda@example.org', password },
    });
    await done(ioana.call('site.change', { body: { joining: 'open' } }));
    const people = { ioana, matei, anca, bogdan, deleted, formerAdmin };
    const secondStepToken = await signInHalf(harness);
    return new Fixtures(harness, people, waiting.body.data.user._id, secondStepToken);
  }

  /** A name that nobody has. */
  name(): string {
    this.#made += 1;
    return `made_${this.#made}`;
  }

  /** The same one each time. */
  #keep(key: string, make: () => Promise<string>): Promise<string> {
    const kept = this.#kept.get(key) ?? make();
    this.#kept.set(key, kept);
    return kept;
  }

  post(state: PostState, owner: Owner, fresh: boolean): Promise<string> {
    const make = () => this.#makePost(state, owner);
    return fresh ? make() : this.#keep(`post ${state} ${state.startsWith('own') && owner.id}`, make);
  }

  async #makePost(state: PostState, owner: Owner): Promise<string> {
    if (state === 'missing') return missing();
    if (state === 'draft') {
      const id = await draft(this.ioana);
      await done(
        this.ioana.call('posts.update', { params: { id }, body: { content: `<p>${marks.draft}</p>` } }),
      );
      return id;
    }
    const isHidden = state === 'hidden' || state === 'ownHidden';
    const text = { public: marks.post, own: marks.post, deleted: marks.deletedPost }[state as 'public'];
    const content = `<p>${isHidden ? marks.hiddenPost : text}</p>`;
    const { _id }: Post = await richText(this.ioana, content, { adminOnlyVisibility: isHidden });
    if (state === 'deleted') await done(this.ioana.call('posts.delete', { params: { id: _id } }));
    if (state === 'own' || state === 'ownHidden') await this.#giveTo(_id, owner);
    return _id;
  }

  /** As if the owner had been an admin when it was published. */
  #giveTo(postId: string, owner: Owner): Promise<unknown> {
    return this.harness.context.db.write((tx) =>
      tx.updateTable('posts').set({ user_id: owner.id }).where('id', '=', postId).execute(),
    );
  }

  comment(state: CommentState, owner: Owner, fresh: boolean): Promise<string> {
    const make = () => this.#makeComment(state, owner);
    return fresh ? make() : this.#keep(`comment ${state} ${state.startsWith('own') && owner.id}`, make);
  }

  async #makeComment(state: CommentState, owner: Owner): Promise<string> {
    if (state === 'missing') return missing();
    const isHidden = state.endsWith('Hidden');
    const isOwn = state.startsWith('own');
    const author = isOwn ? owner : this.bogdan;
    const post = await richText(this.ioana, `<p>${isHidden ? marks.hiddenPost : marks.post}</p>`);
    const say = async (text: string) => {
      const { body } = await done(author.call('comments.create', { body: { postId: post._id, text } }));
      return body.data.comment._id;
    };
    const id = await say(isHidden ? marks.hiddenComment : isOwn ? 'own words' : marks.formerComment);
    if (!isHidden && !isOwn) {
      await done(author.call('comments.update', { params: { id }, body: { text: marks.comment } }));
    }
    if (isHidden) {
      await done(
        this.ioana.call('posts.update', { params: { id: post._id }, body: { adminOnlyVisibility: true } }),
      );
    }
    if (state === 'deleted') await done(author.call('comments.delete', { params: { id } }));
    return id;
  }

  async person(state: PersonState, self: Owner, fresh: boolean): Promise<string> {
    if (state === 'self') return self.id;
    if (state === 'missing') return missing();
    if (!fresh) {
      return {
        other: this.bogdan.id,
        admin: this.ioana.id,
        deleted: this.deleted.id,
        waiting: this.waitingId,
      }[state];
    }
    const made = await this.account(state === 'admin' ? 'admin' : 'user');
    if (state === 'deleted') {
      await done(this.ioana.call('accounts.deleteUser', { params: { id: made.id } }));
    }
    if (state === 'waiting') {
      await this.harness.context.db.write((tx) =>
        tx.updateTable('users').set({ waiting_since: Date.now() }).where('id', '=', made.id).execute(),
      );
    }
    return made.id;
  }

  /** A new account of a role, signed in a moment ago. */
  account(role: 'user' | 'admin'): Promise<Person> {
    const name = this.name();
    return role === 'admin' ? this.harness.admin(name) : this.harness.person(name);
  }

  /** An upload that has been begun. */
  upload(owner: Owner): Promise<string> {
    const fileName = owner === this.ioana ? `${marks.fileName}.mp4` : 'own.mp4';
    return begin(owner, 4096, { fileName }).then(({ sessionId }) => sessionId);
  }

  keptUpload(owner: Owner, fresh: boolean): Promise<string> {
    return fresh ? this.upload(owner) : this.#keep(`upload ${owner.id}`, () => this.upload(owner));
  }

  /** The id of another session of somebody: a new one, or the same each time, because a person has 20 at most. */
  session(owner: Owner, fresh: boolean): Promise<string> {
    const make = async () => {
      const other = await this.harness.signIn(owner.user.username);
      const { body } = await done(other.call('accounts.sessions'));
      return body.data.sessions.find(({ current }) => current)?._id ?? '';
    };
    return fresh ? make() : this.#keep(`session ${owner.id}`, make);
  }

  /** The id of a personal token of somebody. */
  tokenId(owner: Owner, fresh: boolean): Promise<string> {
    const make = async () =>
      (await this.token(owner, 'read', owner === this.bogdan ? marks.tokenName : 'mine')).id;
    return fresh ? make() : this.#keep(`token ${owner.id}`, make);
  }

  async token(owner: Owner, scope: 'read' | 'write' | 'admin', name = 'for a program') {
    const { body } = await done(
      owner.call('tokens.create', { body: { name, scopes: [scope], expiresInDays: 1 } }),
    );
    return { id: body.data.personalToken._id, client: new Client(this.harness.url, body.data.token) };
  }

  /** What nobody finds in an answer: each belongs to somebody who does not call. */
  secrets(): Readonly<Record<string, string>> {
    return {
      'a session of bogdan': this.bogdan.token ?? '',
      'a session of ioana': this.ioana.token ?? '',
      'the hash of a password': '$argon2',
    };
  }

  /** The id of an invitation that is open. */
  async invitation(): Promise<string> {
    const { body } = await done(this.ioana.call('invitations.create', { body: { note: marks.note } }));
    return body.data.invitation._id;
  }

  /** The id of a message between two others. */
  message(): Promise<string> {
    return this.#keep('message', async () => {
      const { body } = await done(
        this.bogdan.call('messages.send', { body: { recipientId: this.ioana.id, message: marks.message } }),
      );
      return body.data.message._id;
    });
  }

  /** Somebody's newest session, as if its proof were a day old. */
  async withoutProof(person: Person): Promise<Person> {
    const same = await this.harness.signIn(person.user.username);
    await this.harness.context.db.write((tx) =>
      tx
        .updateTable('sessions')
        .set({ proved_at: Date.now() - 24 * 60 * 60 * 1000 })
        .where('user_id', '=', person.id)
        .where('id', 'in', (sub) =>
          sub
            .selectFrom('sessions')
            .select('id')
            .where('user_id', '=', person.id)
            .orderBy('id', 'desc')
            .limit(1),
        )
        .execute(),
    );
    return new Person(this.harness.url, same.token ?? '', same.user, password);
  }
}

/** The token of a sign-in that waits for its second step. */
async function signInHalf(harness: Harness): Promise<string> {
  const tudor = await harness.person('tudor');
  const { body } = await done(tudor.call('totp.begin'));
  const totp = new TOTP({ secret: Secret.fromBase32(body.data.secret) });
  const code = totp.generate({ timestamp: harness.clock.now() });
  await done(tudor.call('totp.confirm', { body: { code } }));
  const half = await done(harness.guest.call('accounts.login', { body: { username: 'tudor', password } }));
  return half.body.data.token;
}

/** Of what prepares a cell: it has to succeed. */
async function done<R extends { readonly status: number; readonly body: { readonly error: string } }>(
  asked: Promise<R>,
): Promise<R> {
  const result = await asked;
  if (result.status !== 200) throw new Error(`not prepared: ${result.status} ${result.body.error}`);
  return result;
}
