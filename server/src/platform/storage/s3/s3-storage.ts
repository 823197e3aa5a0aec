import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { contentTypeOf } from '../content-types.ts';
import { isKey } from '../keys.ts';
import type { Space } from '../room.ts';
import { ScratchFolders } from '../scratch.ts';
import type {
  ByteRange,
  Directory,
  ObjectPage,
  Scratch,
  Storage,
  StoredObject,
  Written,
} from '../storage.ts';
import type { Bucket, Described } from './bucket.ts';
import { readObject } from './read-object.ts';
import { writeObject } from './write-object.ts';

interface S3Options {
  readonly bucket: Bucket;
  /** A local folder for files in the making. */
  readonly scratchFolder: string;
  readonly space?: (folder: string) => Promise<Space>;
}

/**
 * The store of a site with many servers: a bucket (security.md §6). A key is random and written once, so no request has to
 * say that nothing may be there (`If-None-Match`), which not every store knows.
 */
export class S3Storage implements Storage {
  readonly #bucket: Bucket;
  readonly #scratch: ScratchFolders;

  constructor({ bucket, scratchFolder, space }: S3Options) {
    this.#bucket = bucket;
    this.#scratch = new ScratchFolders(scratchFolder, space);
  }

  scratch(): Promise<Scratch> {
    return this.#scratch.make();
  }

  async write(key: string, source: Uint8Array | AsyncIterable<Uint8Array>): Promise<Written> {
    return writeObject(
      this.#bucket,
      checked(key),
      source instanceof Uint8Array ? [source] : source,
      describedBy(key),
    );
  }

  async adopt(key: string, file: string): Promise<Written> {
    const written = await writeObject(this.#bucket, checked(key), createReadStream(file), describedBy(key));
    await rm(file);
    return written;
  }

  async open(key: string, range?: ByteRange): Promise<Readable | null> {
    const pieces = await readObject(this.#bucket, checked(key), range);
    return pieces && Readable.from(pieces, { objectMode: false, highWaterMark: 1 });
  }

  async link(): Promise<boolean> {
    return false;
  }

  stat(key: string): Promise<StoredObject | null> {
    return this.#bucket.stat(checked(key));
  }

  remove(key: string): Promise<void> {
    return this.#bucket.remove(checked(key));
  }

  async list(directory: Directory, page: { after?: string; limit: number }): Promise<ObjectPage> {
    const objects: StoredObject[] = [];
    let after = page.after ?? '';
    for (let more = true; more && objects.length <= page.limit; ) {
      const listed = await this.#bucket.list({
        prefix: `${directory}/`,
        after,
        // One more says whether there is a next page.
        limit: page.limit + 1 - objects.length,
      });
      // What is no key is none of ours and is passed over.
      objects.push(...listed.objects.filter(({ key }) => isKey(key)));
      after = listed.objects.at(-1)?.key ?? after;
      more = listed.more && listed.objects.length > 0;
    }
    const shown = objects.slice(0, page.limit);
    return { objects: shown, next: objects.length > page.limit ? (shown.at(-1)?.key ?? null) : null };
  }

  /** An object store has no end that could be asked for; where a quota does, a write says STORAGE_FULL. */
  async requireRoom(): Promise<void> {}

  async removeUnfinished(before: number): Promise<void> {
    for (const upload of await this.#bucket.findUnfinished(before)) await this.#bucket.abortMultipart(upload);
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

/** A CDN keeps an object for a day: what is deleted is gone from it by then (docs/scaling.md). */
const describedBy = (key: string): Described => ({
  ContentType: contentTypeOf(key),
  CacheControl: 'public, max-age=86400',
});

function checked(key: string): string {
  if (!isKey(key)) throw new Error('not a key of the store');
  return key;
}
