import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { personalTokenEndpoints } from '@duet/contract/accounts/personal-token-endpoints';
import { commentsEndpoints } from '@duet/contract/comments/endpoints';
import type { Endpoint, Request } from '@duet/contract/endpoint';
import { joiningEndpoints } from '@duet/contract/joining/endpoints';
import { messagesEndpoints } from '@duet/contract/messages/endpoints';
import { postsEndpoints } from '@duet/contract/posts/endpoints';
import { htmlPolicyVersion } from '@duet/contract/posts/text/html-policy';
import { siteEndpoints } from '@duet/contract/site/endpoints';
import { uploadsEndpoints } from '@duet/contract/uploads/endpoints';
import type { Duet, Person } from './duet.ts';
import { uploadGalleryImage } from './posts.ts';
import { changeRows, type Statement } from './rows.ts';
import type { StoredScript } from './stored-scripts.ts';

/** Whether what was stored was cleaned before, and whether a browser cleans it when it is shown. */
export type Cleaning = 'cleaned' | 'raw';

/** How often a text was seen in a place, and how often the site would not keep it there. */
class Tally {
  /** How many scripts are to be stored. */
  readonly #wanted: number;
  readonly #seen = new Map<string, number>();
  #refused = 0;
  #stored = 0;

  constructor(wanted: number) {
    this.#wanted = wanted;
  }

  stored(count: number): void {
    this.#stored += count;
  }

  seen(place: string, count: number): void {
    this.#seen.set(place, (this.#seen.get(place) ?? 0) + count);
  }

  refused(): void {
    this.#refused += 1;
  }

  toString(): string {
    const total = [...this.#seen.values()].reduce((sum, count) => sum + count, 0);
    const each = [...this.#seen].map(([place, count]) => `${place} ${count}`);
    return `${this.#stored} of ${this.#wanted} scripts in ${this.#seen.size} places, seen ${total} times (${each.join(', ')}), ${this.#refused} not kept`;
  }
}

/** What of a batch is stored where: the texts as the site keeps them. */
export interface Stored {
  readonly rich: readonly string[];
  readonly kept: Map<string, string[]>;
}

/** A site with people of whom everything that they may name and write is a script. */
export class Scene {
  readonly duet: Duet;
  readonly tally: Tally;
  readonly #cleaning: Cleaning;
  #people: Person[] = [];
  #admin!: Person;

  constructor(duet: Duet, cleaning: Cleaning, wanted: number) {
    this.duet = duet;
    this.tally = new Tally(wanted);
    this.#cleaning = cleaning;
  }

  get admin(): Person {
    return this.#admin;
  }

  async store(batch: readonly StoredScript[]): Promise<Stored> {
    // With a proof of the last minutes. One who signs in for each batch ends the session of the first after twenty.
    this.#admin = await this.duet.admin();
    while (this.#people.length < batch.length) this.#people.push(await this.duet.person('reader'));
    const kept = new Map<string, string[]>();
    const rich: string[] = [];
    for (const [at, { text }] of batch.entries()) {
      const person = this.#people[at] as Person;
      const keep = async (place: string, stored: Promise<string | null>) => {
        const said = await stored;
        if (said === null) this.tally.refused();
        else kept.set(place, [...(kept.get(place) ?? []), said]);
      };
      const id = await this.#richText(text, keep);
      rich.push(id);
      await this.#blocks(text);
      await this.#gallery(text, keep);
      await this.#draft(text);
      await keep('names', this.#changeName(person, text));
      await keep('comments', this.#comment(person, id, text));
      await keep('messages', this.#message(person, text));
      await keep('invitations', this.#invitation(text));
      await keep('tokens', this.#token(text));
      await keep('files', this.#upload(text));
    }
    const names = batch.map(({ text }) => text);
    await this.#passkeysAndAudit(names);
    kept.set('passkeys', names);
    kept.set('audit', names);
    this.tally.stored(batch.length);
    return { rich, kept };
  }

  /** The name of the site and the line about it. */
  async nameSite(text: string): Promise<boolean> {
    const line = text.replaceAll('\n', ' ').slice(0, 160);
    const { body } = await this.#attempt(siteEndpoints['site.change'], { body: { name: text, line } });
    if (!body.success) this.tally.refused();
    return body.success;
  }

  async empty(): Promise<void> {
    await this.#admin.api.call(postsEndpoints['posts.deleteAllDrafts'], {});
    const { uploads } = (await this.#admin.api.call(uploadsEndpoints['uploads.open'], {})).data;
    for (const { sessionId } of uploads) {
      await this.#admin.api.call(uploadsEndpoints['uploads.cancel'], { query: { sessionId } });
    }
    await changeRows(this.duet.server, [['delete from personal_tokens'], ['delete from passkeys']]);
  }

  #attempt<E extends Endpoint>(row: E, request: Request<E>) {
    return this.#admin.api.attempt(row, request);
  }

  /** Into a draft that nobody has read yet; an address of a file stands in it as everywhere. */
  async #storeRaw(id: string, content: string, format: 'html' | 'blocks'): Promise<void> {
    const sql = 'update posts set content = ?, content_format = ?, content_policy = ? where id = ?';
    await changeRows(this.duet.server, [[sql, content, format, htmlPolicyVersion, id]]);
  }

  async #begin(postType: 'richText' | 'gallery'): Promise<string> {
    return (await this.#admin.api.call(postsEndpoints['posts.draft'], { body: { postType } })).data.postId;
  }

  async #richText(
    text: string,
    keep: (place: string, stored: Promise<string | null>) => Promise<void>,
  ): Promise<string> {
    const id = await this.#begin('richText');
    const before = '<p>Before it</p>';
    const raw = this.#cleaning === 'raw';
    if (raw) await this.#storeRaw(id, before + text, 'html');
    const attempt = (title: string, content: string) =>
      this.#attempt(postsEndpoints['posts.publish'], {
        params: { id },
        body: { title, ...(raw ? {} : { content }) },
      });
    const { body } = await attempt(text, before + text);
    await keep('titles', Promise.resolve(body.success ? body.data.post.title : null));
    // Of a text that is refused, the title may have been the reason.
    if (!body.success && !(await attempt('', before + text)).body.success) await attempt('', before);
    return id;
  }

  async #blocks(text: string): Promise<void> {
    const id = await this.#begin('richText');
    const blocks = [
      { type: 'header', data: { text, level: 2 } },
      { type: 'paragraph', data: { text } },
      { type: 'list', data: { style: 'unordered', items: [{ content: text, items: [] }] } },
      { type: 'quote', data: { text, caption: text } },
      { type: 'code', data: { code: text } },
      { type: 'paragraph', data: { text: 'After it' } },
    ];
    const raw = this.#cleaning === 'raw';
    if (raw) await this.#storeRaw(id, JSON.stringify({ blocks }), 'blocks');
    const { body } = await this.#attempt(postsEndpoints['posts.publish'], {
      params: { id },
      body: raw ? {} : { content: { blocks } },
    });
    if (!body.success) this.tally.refused();
  }

  async #gallery(
    text: string,
    keep: (place: string, stored: Promise<string | null>) => Promise<void>,
  ): Promise<void> {
    const id = await this.#begin('gallery');
    const { url } = await uploadGalleryImage(this.#admin, id);
    const { body } = await this.#attempt(postsEndpoints['posts.publish'], {
      params: { id },
      body: { caption: text, mediaUrls: [{ url, alt: text }] },
    });
    const post = body.success ? body.data.post : null;
    await keep('captions', Promise.resolve(post?.caption ?? null));
    await keep('descriptions of pictures', Promise.resolve(post?.media[0]?.alt ?? null));
  }

  async #draft(text: string): Promise<void> {
    const id = await this.#begin('gallery');
    const { body } = await this.#attempt(postsEndpoints['posts.update'], {
      params: { id },
      body: { caption: text },
    });
    if (!body.success) this.tally.refused();
  }

  async #changeName({ id }: Person, displayName: string): Promise<string | null> {
    const { body } = await this.#attempt(accountsEndpoints['accounts.changeUser'], {
      params: { id },
      body: { displayName },
    });
    return body.success ? body.data.user.displayName : null;
  }

  async #comment({ api }: Person, postId: string, text: string): Promise<string | null> {
    const { body } = await api.attempt(commentsEndpoints['comments.create'], { body: { postId, text } });
    if (!body.success) return null;
    const params = { id: body.data.comment._id };
    await this.#attempt(commentsEndpoints['comments.report'], { params, body: { reason: 'Spam' } });
    return body.data.comment.text;
  }

  async #message({ api }: Person, message: string): Promise<string | null> {
    const { body } = await api.attempt(messagesEndpoints['messages.send'], {
      body: { recipientId: this.#admin.id, message },
    });
    return body.success ? body.data.message.message : null;
  }

  async #invitation(note: string): Promise<string | null> {
    const { body } = await this.#attempt(joiningEndpoints['invitations.create'], { body: { note } });
    return body.success ? body.data.invitation.note : null;
  }

  async #token(name: string): Promise<string | null> {
    const { body } = await this.#attempt(personalTokenEndpoints['tokens.create'], {
      body: { name, scopes: ['read'] },
    });
    return body.success ? body.data.personalToken.name : null;
  }

  async #upload(fileName: string): Promise<string | null> {
    const { body } = await this.#attempt(uploadsEndpoints['uploads.init'], {
      body: { fileName, fileSize: 10, fileType: 'video/mp4', chunkSize: 10 },
    });
    if (!body.success) return null;
    // Of a path only its last part is a name.
    const { uploads } = (await this.#admin.api.call(uploadsEndpoints['uploads.open'], {})).data;
    return uploads.find(({ sessionId }) => sessionId === body.sessionId)?.fileName ?? null;
  }

  /** An authenticator would have to be there for each passkey; the audit takes no text of anybody. */
  async #passkeysAndAudit(names: readonly string[]): Promise<void> {
    const passkey = `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, rp_id, name, synced, created_at)
       values (?, ?, ?, 'x', 0, '[]', 'localhost', ?, 0, ?)`;
    const line = `insert into audit (id, at, actor_id, action, subject_id, details, address) values (?, ?, ?, 'site.change', ?, ?, ?)`;
    const rows = names.flatMap((name, n): Statement[] => {
      const [at, id] = [Date.now() + n, `${Date.now()}${n}`];
      return [
        [passkey, id, this.#admin.id, id, name, at],
        [line, id, at, this.#admin.id, this.#admin.id, JSON.stringify({ name, [name]: name }), name],
      ];
    });
    await changeRows(this.duet.server, rows);
  }
}
