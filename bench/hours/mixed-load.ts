import { createECDH, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Endpoint, Request } from '@duet/contract/endpoint';
import { endpoints } from '@duet/contract/endpoints';
import { eventsPath } from '@duet/contract/events/stream';
import { root } from '../../scripts/project.mjs';
import { call } from '../duet-admin.ts';

/** How many posts there are at a time; the oldest goes before the next. */
const mostPosts = 12;
/** How many people come, and how many comments each leaves. */
const people = 12;
const mostComments = 10;
const pauseMs = 60;

/** The smallest picture there is. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Mixed use of a site by its admin and some people, and how often each thing was done, and failed. */
export class MixedLoad {
  readonly done = new Map<string, number>();
  readonly failed = new Map<string, number>();
  readonly #url: string;
  readonly #posts: string[] = [];
  readonly #video = readFileSync(join(root, 'server/test/videos/plain.mp4'));
  readonly #over = new AbortController();
  readonly #loops: Promise<void>[] = [];

  constructor(url: string, adminToken: string) {
    this.#url = url;
    this.#loops.push(this.#admin(adminToken));
    for (let n = 0; n < people; n += 1) this.#loops.push(this.#person(`person_${n}`));
  }

  async end(): Promise<void> {
    this.#over.abort();
    await Promise.all(this.#loops);
  }

  /** One thing that somebody does; a failure is counted and goes by. */
  async #do<T>(name: string, work: () => Promise<T>): Promise<T | null> {
    if (this.#over.signal.aborted) return null;
    try {
      const answer = await work();
      this.done.set(name, (this.done.get(name) ?? 0) + 1);
      return answer;
    } catch (error) {
      const why = `${name}: ${(error as Error).message.replace(/[0-9a-f-]{36}/g, 'ID')}`;
      this.failed.set(why, (this.failed.get(why) ?? 0) + 1);
      return null;
    } finally {
      await wait(pauseMs, undefined, { signal: this.#over.signal }).catch(() => {});
    }
  }

  /** The same, again and again until it is done or was done before: what is to go goes, however busy the machine is. */
  async #surely(name: string, work: () => Promise<unknown>): Promise<void> {
    let isDone = false;
    while (!isDone && !this.#over.signal.aborted) {
      await this.#do(name, async () => {
        try {
          await work();
          isDone = true;
        } catch (error) {
          isDone = /: 40[14] /.test((error as Error).message);
          throw error;
        }
      });
      if (!isDone) await wait(1000);
    }
  }

  #call<E extends Endpoint>(token: string | null, row: E, request: Request<E>) {
    return call(this.#url, token, row, request);
  }

  async #admin(first: string): Promise<void> {
    let token = first;
    let uploads = 0;
    for (let n = 0; !this.#over.signal.aborted; n += 1) {
      const postType = n % 3 === 1 ? 'gallery' : 'richText';
      if (n % 3 < 2) await this.#do('posts', () => this.#publish(token, postType, n));
      else {
        uploads += 1;
        await this.#do(uploads % 3 === 0 ? 'uploads that are cancelled' : 'videos', () =>
          this.#upload(token, uploads % 3 === 0),
        );
      }
      while (this.#posts.length > mostPosts) {
        const id = this.#posts.shift() ?? '';
        await this.#surely('posts that are deleted', () =>
          this.#call(token, endpoints['posts.delete'], { params: { id } }),
        );
      }
      if (n % 20 === 19) {
        const body = { username: 'bench', password: 'Secret!123' };
        const { data } = (await this.#do('sign-ins', () =>
          this.#call(null, endpoints['accounts.login'], { body }),
        )) ?? { data: null };
        if (data && 'token' in data && data.token) {
          const former = token;
          token = data.token;
          await this.#surely('sign-outs', () => this.#call(former, endpoints['accounts.logout'], {}));
        }
        await this.#do('cleanups', () =>
          this.#call(token, endpoints['cleanup.mediaExecute'], {
            body: { directories: ['photos', 'videos', 'profile'], confirm: 'DELETE_UNUSED_MEDIA' },
          }),
        );
      }
    }
  }

  async #publish(token: string, postType: 'gallery' | 'richText', n: number): Promise<void> {
    const { data } = await this.#call(token, endpoints['posts.draft'], { body: { postType } });
    const id = data.postId;
    // Where it is not published it goes as the others do.
    this.#posts.push(id);
    const mediaUrls: string[] = [];
    for (let picture = 0; postType === 'gallery' && picture < 2; picture += 1) {
      const form = new FormData();
      form.set('postId', id);
      form.set('image', new Blob([new Uint8Array(dot)], { type: 'image/png' }), 'us.png');
      const headers = { authorization: `Bearer ${token}` };
      const path = new URL(endpoints['media.uploadGalleryImage'].path, this.#url);
      const answer = await fetch(path, { method: 'POST', headers, body: form });
      const { data: stored, error } = await answer.json();
      if (!answer.ok) throw new Error(error);
      mediaUrls.push(stored.file.url);
    }
    const body =
      postType === 'gallery' ? { mediaUrls } : { title: `Evening ${n}`, content: '<p>By the river.</p>' };
    await this.#call(token, endpoints['posts.publish'], { params: { id }, body });
  }

  async #upload(token: string, isCancelled: boolean): Promise<void> {
    const body = {
      fileName: 'us.mp4',
      fileSize: this.#video.length,
      fileType: 'video/mp4',
      chunkSize: 4096,
    } as const;
    const { sessionId, data } = await this.#call(token, endpoints['uploads.init'], { body });
    const cancel = () => this.#call(token, endpoints['uploads.cancel'], { query: { sessionId } });
    const chunks = isCancelled ? Math.floor(data.totalChunks / 2) : data.totalChunks;
    try {
      for (let chunk = 0; chunk < chunks; chunk += 1)
        await this.#send(token, sessionId, chunk, data.chunkSize);
      if (isCancelled) return void (await cancel());
      const body = { sessionId, caption: 'Us' };
      this.#posts.push((await this.#call(token, endpoints['uploads.finalizeWithPost'], { body })).postId);
    } catch (error) {
      await cancel().catch(() => {});
      throw error;
    }
  }

  async #send(token: string, sessionId: string, chunk: number, size: number): Promise<void> {
    const path = `/api/upload/chunked?action=upload&sessionId=${sessionId}&chunkIndex=${chunk}`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
    const body = new Uint8Array(this.#video.subarray(chunk * size, (chunk + 1) * size));
    const answer = await fetch(new URL(path, this.#url), { method: 'POST', headers, body });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`a chunk was answered ${answer.status}`);
  }

  async #person(username: string): Promise<void> {
    const account = { username, email: `${username}@example.org`, password: 'Secret!123' };
    const register = () => this.#call(null, endpoints['accounts.register'], { body: account });
    while (!this.#over.signal.aborted && !(await this.#do('accounts', register))) await wait(1000);
    const comments: string[] = [];
    const viewerId = randomBytes(16).toString('hex');
    let other: string | null = null;
    while (!this.#over.signal.aborted) {
      const signedIn = await this.#do('sign-ins', () =>
        this.#call(null, endpoints['accounts.login'], {
          body: { username: account.username, password: account.password },
        }),
      );
      const token = signedIn && 'token' in signedIn.data ? (signedIn.data.token ?? null) : null;
      if (!token) {
        await wait(1000);
        continue;
      }
      using stream = await this.#stream(token);
      await this.#do('push subscriptions', () => this.#subscribe(token));
      for (let n = 0; n < 10; n += 1) {
        await this.#do('feeds', () => this.#call(token, endpoints['posts.feed'], {}));
        const postId = this.#posts[Math.floor(Math.random() * this.#posts.length)];
        if (!postId) continue;
        await this.#do('views', () =>
          this.#call(null, endpoints['views.record'], {
            body: { postIds: [postId], viewerId },
          }),
        );
        await this.#do('likes', () => this.#call(token, endpoints['posts.like'], { body: { postId } }));
        const text = 'What an evening.';
        const written = await this.#do('comments', () =>
          this.#call(token, endpoints['comments.create'], { body: { postId, text } }),
        );
        if (written) comments.push(written.data.comment._id);
        while (comments.length > mostComments) {
          const id = comments.shift() ?? '';
          await this.#surely('comments that are deleted', () =>
            this.#call(token, endpoints['comments.delete'], { params: { id } }),
          );
        }
        other ??= await this.#anybody(token);
        if (other !== null) {
          const body = { recipientId: other, message: 'On my way.' };
          await this.#do('messages', () => this.#call(token, endpoints['messages.send'], { body }));
        }
      }
      await this.#surely('sign-outs', () => this.#call(token, endpoints['accounts.logout'], {}));
      stream?.end();
    }
  }

  /** Somebody to write to; null where there is nobody yet. */
  async #anybody(token: string): Promise<string | null> {
    const found = await this.#do('searches', () =>
      this.#call(token, endpoints['messages.recipients'], { query: { search: 'person' } }),
    );
    return found?.data.people[0]?._id ?? null;
  }

  async #stream(token: string): Promise<(Disposable & { end(): void }) | null> {
    const over = new AbortController();
    const end = () => over.abort();
    await this.#do('streams', async () => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(new URL(eventsPath, this.#url), { headers, signal: over.signal });
      if (!answer.ok) throw new Error(`${answer.status}`);
      answer.body?.pipeTo(new WritableStream()).catch(() => {});
    });
    return { end, [Symbol.dispose]: end };
  }

  /** Of a service that nobody reaches: what is sent there is tried again, and given up. */
  async #subscribe(token: string): Promise<void> {
    const device = createECDH('prime256v1');
    const body = {
      endpoint: `https://push.example.org/${randomBytes(12).toString('hex')}`,
      keys: { p256dh: device.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') },
    };
    await this.#call(token, endpoints['push.subscribe'], { body });
  }
}
