import { createHash } from 'node:crypto';
import { directories, type Storage, type StoredObject } from '../platform/storage/storage.ts';

interface Stores {
  readonly from: Storage;
  readonly to: Storage;
}

const pageSize = 500;
/** Files on their way at once: a store far away answers each request late. Of each two parts of 8 MiB are in memory at most. */
const atOnce = 4;

async function* objectsIn(storage: Storage): AsyncGenerator<StoredObject> {
  for (const directory of directories) {
    let after: string | undefined;
    for (;;) {
      const page = await storage.list(directory, {
        limit: pageSize,
        ...(after === undefined ? {} : { after }),
      });
      yield* page.objects;
      if (page.next === null) break;
      after = page.next;
    }
  }
}

/** Files that are the same at both ends, by their keys, as this run has seen: a key never gets other bytes. */
export class Files {
  readonly #stores: Stores;
  readonly #same = new Set<string>();

  constructor(stores: Stores) {
    this.#stores = stores;
  }

  /** How many are the same at both ends. */
  get count(): number {
    return this.#same.size;
  }

  /**
   * Brings every file over that is not there yet, and compares the SHA-256 of both for each that this run has not compared.
   * Answers the bytes that were copied. `each` is called for every file.
   */
  async copy(each: (done: { readonly files: number; readonly bytes: number }) => void): Promise<number> {
    let bytes = 0;
    const objects = objectsIn(this.#stores.from);
    const copyInTurn = async () => {
      // Whoever fails ends the list for all.
      for await (const { key, size } of objects) {
        if (this.#same.has(key)) continue;
        if (await this.#copyOne(key, size)) bytes += size;
        each({ files: this.#same.size, bytes });
      }
    };
    // None goes on when this has ended.
    const ends = await Promise.allSettled(Array.from({ length: atOnce }, copyInTurn));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return bytes;
  }

  /** The key of a file at the other end that is not here; null where there is none. */
  async findForeign(): Promise<string | null> {
    for await (const { key } of objectsIn(this.#stores.to)) {
      if (!(await this.#stores.from.stat(key))) return key;
    }
    return null;
  }

  /** Removes the files at the other end that are here no more; answers how many. */
  async prune(): Promise<number> {
    const here = new Set<string>();
    for await (const { key } of objectsIn(this.#stores.from)) here.add(key);
    const gone: string[] = [];
    for await (const { key } of objectsIn(this.#stores.to)) if (!here.has(key)) gone.push(key);
    for (const key of gone) {
      await this.#stores.to.remove(key);
      this.#same.delete(key);
    }
    return gone.length;
  }

  /** Whether it had to be copied. */
  async #copyOne(key: string, size: number): Promise<boolean> {
    const { from, to } = this.#stores;
    const there = await to.stat(key);
    if (there?.size === size && (await sumOf(from, key)) === (await sumOf(to, key))) {
      this.#same.add(key);
      return false;
    }
    if (there) await to.remove(key);
    const source = await from.open(key);
    // It was deleted since it was listed.
    if (!source) return false;
    const written = await to.write(key, source);
    if ((await sumOf(to, key)) !== written.sha256) throw new Error(`${key} was not stored as it was sent`);
    this.#same.add(key);
    return true;
  }
}

/** SHA-256, hex, of what is stored; null where nothing is. */
async function sumOf(storage: Storage, key: string): Promise<string | null> {
  const stream = await storage.open(key);
  if (!stream) return null;
  const hash = createHash('sha256');
  for await (const bytes of stream) hash.update(bytes as Buffer);
  return hash.digest('hex');
}
