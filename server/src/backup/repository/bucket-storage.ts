import { buffer } from 'node:stream/consumers';
import { dayMs } from '@duet/contract/limits';
import type { Bucket } from '../../platform/storage/s3/bucket.ts';
import { readObject } from '../../platform/storage/s3/read-object.ts';
import { writeObject } from '../../platform/storage/s3/write-object.ts';
import type { ObjectStorage } from './object-storage.ts';

/** What was begun and not ended so long ago is nobody's any more, ms. */
const abandonedAfterMs = dayMs;

/** A bucket, or what is below a prefix of it, as the storage of a repository: an object shows under its name when it is whole. */
export class BucketStorage implements ObjectStorage {
  readonly path: string;
  readonly #bucket: Bucket;
  /** Empty, or with a slash at the end. */
  readonly #prefix: string;

  constructor(bucket: Bucket, prefix: string) {
    this.#bucket = bucket;
    this.#prefix = prefix;
    this.path = `s3://${bucket.name}/${prefix}`.replace(/\/$/, '');
  }

  async put(name: string, source: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    await writeObject(this.#bucket, this.#prefix + name, source instanceof Uint8Array ? [source] : source);
  }

  get(name: string): Promise<AsyncIterable<Uint8Array> | null> {
    return readObject(this.#bucket, this.#prefix + name);
  }

  async read(name: string): Promise<Buffer | null> {
    const pieces = await this.get(name);
    return pieces && buffer(pieces);
  }

  async list(folder: string): Promise<string[]> {
    const prefix = folder === '.' ? this.#prefix : `${this.#prefix}${folder}/`;
    const names = new Set<string>();
    for (let after: string | undefined, more = true; more; ) {
      const page = await this.#bucket.list({ prefix, delimiter: '/', ...(after ? { after } : {}) });
      const found = [
        ...page.objects.map(({ key }) => key),
        ...page.prefixes.map((each) => each.slice(0, -1)),
      ];
      for (const key of found) names.add(key.slice(prefix.length));
      after = found.sort().at(-1);
      more = page.more && after !== undefined;
    }
    return [...names].sort();
  }

  async move(from: string, to: string): Promise<void> {
    const bytes = await this.get(from);
    if (!bytes) return;
    await this.put(to, bytes);
    await this.remove(from);
  }

  remove(name: string): Promise<void> {
    return this.#bucket.remove(this.#prefix + name);
  }

  async removeUnfinished(): Promise<void> {
    for (const upload of await this.#bucket.findUnfinished(Date.now() - abandonedAfterMs)) {
      if (upload.key.startsWith(this.#prefix)) await this.#bucket.abortMultipart(upload);
    }
  }
}
