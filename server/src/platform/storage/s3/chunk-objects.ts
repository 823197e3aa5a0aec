import { randomBytes } from 'node:crypto';
import type { Bucket } from './bucket.ts';

const folder = 'uploads/';
/** Removals of an upload's objects that are under way at the same time. */
const removalsAtOnce = 16;

/** A chunk as it lies in the bucket. */
interface ChunkObject {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * The chunks of uploads in progress, each an object of its own under a new name every time it comes: what was acknowledged is
 * never overwritten, whichever server takes the chunk again. Which of them count is said by rows of the database.
 */
export class ChunkObjects {
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  /** Stores a chunk; answers where. */
  async put(uploadId: string, index: number, bytes: Uint8Array): Promise<ChunkObject> {
    const key = `${folder}${uploadId}/${index}-${randomBytes(8).toString('hex')}`;
    await this.#bucket.put(key, bytes);
    return { key, size: bytes.byteLength };
  }

  /** Bytes of a chunk from `start` up to `end`, which is not included; null where it was removed. */
  async read({ key }: ChunkObject, start: number, end: number): Promise<Buffer | null> {
    if (start >= end) return Buffer.alloc(0);
    return (await this.#bucket.read(key, { start, end: end - 1 }))?.bytes ?? null;
  }

  /** Removes all that came of an upload, and counts too little where a listing lags: whoever needs it gone asks again. */
  async removeAll(uploadId: string): Promise<void> {
    const prefix = `${folder}${uploadId}/`;
    for (let after: string | undefined, more = true; more; ) {
      const listed = await this.#bucket.list({ prefix, ...(after ? { after } : {}) });
      const waiting = listed.objects.map(({ key }) => key);
      after = waiting.at(-1);
      more = listed.more && after !== undefined;
      const work = async () => {
        for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) await this.#bucket.remove(key);
      };
      await Promise.all(Array.from({ length: removalsAtOnce }, work));
    }
  }

  /** The uploads of which there are objects. */
  async list(): Promise<string[]> {
    const ids: string[] = [];
    for (let after: string | undefined, more = true; more; ) {
      const page = { prefix: folder, delimiter: '/' as const, ...(after ? { after } : {}) };
      const { prefixes, more: further } = await this.#bucket.list(page);
      ids.push(...prefixes.map((prefix) => prefix.slice(folder.length, -1)));
      // Behind all that begins with the last of them.
      after = `${prefixes.at(-1)}~`;
      more = further && prefixes.length > 0;
    }
    return ids;
  }
}
