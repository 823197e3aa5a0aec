import { limits } from '@duet/contract/limits';
import { pathOf } from '../../src/media/storage-path.ts';
import type { Client } from '../client.ts';
import { isReset } from '../fuzz/retry-reset.ts';
import { Person } from '../harness.ts';
import { draft, publish } from '../posts.ts';
import { begin, clip, sendChunks } from '../uploads.ts';
import { whenNotBusy } from './when-not-busy.ts';

/** What a server says that has more to do than it can on this machine. */
const busy = /very busy right now/;

/** Somebody who writes with a real client, and knows what the server has said to be done. */
export class Visitor {
  readonly #person: (url: string) => Person;
  readonly #random: () => number;
  readonly #bytes: Buffer;
  /** Their galleries by id: the paths that each must refer to; null where the server died before it answered. */
  readonly posts = new Map<string, readonly string[] | null>();
  /** Their videos by their posts' ids. */
  readonly videos = new Map<string, string>();
  readonly gone = new Set<string>();
  #cut: Awaited<ReturnType<typeof begin>> | undefined;
  /** Writes that were answered as done. */
  done = 0;

  constructor(template: Person, bytes: Buffer, random: () => number) {
    this.#person = (url) => new Person(url, template.token ?? '', template.user, template.password);
    this.#bytes = bytes;
    this.#random = random;
  }

  /** The upload that they go on with. */
  get uploading(): string | undefined {
    return this.#cut?.sessionId;
  }

  /** Writes until the server is no more. */
  async visit(url: string): Promise<void> {
    const person = this.#person(url);
    for (;;) {
      try {
        if (await this.#act(person)) this.done += 1;
      } catch (error) {
        // Without an answer nothing is known; whether the server is no more, the next call says.
        if (busy.test((error as Error).message) || isReset(error)) continue;
        if (await answers(person)) throw error;
        return;
      }
    }
  }

  /** Whether there was something to do. */
  async #act(person: Person): Promise<boolean> {
    const chance = this.#random();
    if (chance >= 0.35 && chance < 0.55) return this.#edit(person);
    if (chance >= 0.55 && chance < 0.7) return this.#remove(person);
    if (chance < 0.35) await this.#publish(person);
    else if (chance < 0.85) await this.#publishVideo(person);
    else if (chance < 0.95) await this.#upload(person);
    else await this.#changePicture(person);
    return true;
  }

  async #changePicture(person: Person): Promise<void> {
    await person.call('media.profilePicture', { body: { imageData: this.#bytes.toString('base64') } });
  }

  async #upload(person: Person, postId?: string): Promise<{ url: string; path: string }> {
    const form = new FormData();
    if (postId) form.set('postId', postId);
    form.set('image', new Blob([new Uint8Array(this.#bytes)], { type: 'image/png' }), 'us.png');
    const { status, body } = await person.send('media.uploadGalleryImage', form);
    if (status !== 200) throw new Error(`no picture was stored: ${body.error}`);
    const { url } = body.data.file;
    return { url, path: pathOf(url, null) ?? '' };
  }

  async #publish(person: Person): Promise<void> {
    const id = await draft(person, 'gallery');
    const pictures = [await this.#upload(person, id), await this.#upload(person, id)];
    this.posts.set(id, null);
    await publish(person, id, { mediaUrls: pictures.map(({ url }) => url) });
    this.posts.set(
      id,
      pictures.map(({ path }) => path),
    );
  }

  #some(ids: readonly string[]): string | undefined {
    return ids[Math.floor(this.#random() * ids.length)];
  }

  async #edit(person: Person): Promise<boolean> {
    const id = this.#some([...this.posts.keys()]);
    if (!id || this.posts.get(id) === null) return false;
    const { url, path } = await this.#upload(person, id);
    this.posts.set(id, null);
    const answer = await person.call('posts.update', { params: { id }, body: { mediaUrls: [url] } });
    if (answer.status !== 200) throw new Error(`not changed: ${answer.body.error}`);
    this.posts.set(id, [path]);
    return true;
  }

  async #remove(person: Person): Promise<boolean> {
    const id = this.#some([...this.posts.keys(), ...this.videos.keys()]);
    if (!id) return false;
    this.posts.delete(id);
    this.videos.delete(id);
    const { status, body } = await person.call('posts.delete', { params: { id } });
    if (status !== 200 && status !== 404) throw new Error(`not deleted: ${body.error}`);
    this.gone.add(id);
    return true;
  }

  /** Goes on with an upload that was cut before it begins another. */
  async #publishVideo(person: Person): Promise<void> {
    const bytes = await clip('plain.mp4');
    const upload = this.#cut ?? (await begin(person, bytes.length, { chunkSize: 8192 }));
    this.#cut = upload;
    const { sessionId } = upload;
    const { status, body: found } = await person.call('uploads.status', { query: { sessionId } });
    if (status !== 200) throw new Error(`no status: ${found.error}`);
    // One that the server had put together when it died takes no chunk again, and misses none.
    if (!found.data.complete)
      await sendChunks(person, upload, bytes, missing(upload, found.data.receivedChunks));
    const answer = await person.call('uploads.finalizeWithPost', { body: { sessionId, caption: 'Us' } });
    // It may have been published before the server died, and deleted since.
    if (answer.status !== 200 && answer.status !== 404) throw new Error(`no video: ${answer.body.error}`);
    this.#cut = undefined;
    if (answer.status === 404) return;
    this.videos.set(answer.body.postId, pathOf(answer.body.data.post.videoUrl ?? '', null) ?? '');
  }
}

/** The chunks that no range of those received holds. */
const missing = (
  { totalChunks }: { readonly totalChunks: number },
  ranges: readonly (readonly [number, number])[],
): number[] =>
  Array.from({ length: totalChunks }, (_, index) => index).filter(
    (index) => !ranges.some(([first, last]) => first <= index && index <= last),
  );

/** Uploads that began as the server died, which nobody was told of: with 20 of them one may begin no other. */
export async function cancelForgotten(admin: Person, people: readonly Visitor[]): Promise<void> {
  const { body } = await whenNotBusy(() => admin.call('uploads.open'));
  const { uploads } = body.data;
  const forgotten = uploads.filter(({ sessionId }) =>
    people.every(({ uploading }) => uploading !== sessionId),
  );
  // The others lie about until the end, where they must be cleared away by themselves.
  for (const { sessionId } of uploads.length > limits.upload.perUser / 2 ? forgotten : [])
    await whenNotBusy(() => admin.call('uploads.cancel', { query: { sessionId } }));
}

/** Whether the server is still there. */
const answers = async ({ url }: Client): Promise<boolean> =>
  fetch(new URL('/healthz', url)).then(
    ({ ok }) => ok,
    () => false,
  );
