import { createHash } from 'node:crypto';
import { z } from 'zod';
import { BackupFault } from '../fault.ts';
import { excessOf } from '../timestamped-names.ts';
import type { ObjectStorage } from './object-storage.ts';
import { ageSealing, freshKeys, type Sealing, unsealed, unwrapKeys, wrapKeys } from './sealing.ts';
import { objectsOf, type Snapshot, type Sum, snapshotShape } from './snapshot.ts';

const headShape = z.object({
  format: z.literal('duet-repository-1'),
  encrypted: z.boolean(),
  /** Tells the repositories of two sites apart. */
  site: z.string(),
});

const names = {
  head: 'repository.json',
  keys: 'keys.age',
  objects: 'objects',
  snapshots: 'snapshots',
  damaged: 'damaged',
} as const;

const folderOf = (name: string): string => `${names.objects}/${name.slice(0, 2)}`;
const snapshotForm = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/** An object is missing, or has no longer the bytes that were stored. Others of the same backup may be whole. */
export class DamagedObject extends BackupFault {}

/**
 * Backups of one site in a folder: each content is stored once, under the sum of its bytes, and a snapshot names what it is made
 * of. A snapshot is written last and at once, so one that is there is whole, and one that was killed has changed none.
 */
export class Repository {
  readonly #storage: ObjectStorage;
  readonly #sealing: Sealing;
  /** Names of objects that are there, by the folder that they lie in. */
  readonly #known = new Map<string, Set<string>>();

  private constructor(storage: ObjectStorage, sealing: Sealing) {
    this.#storage = storage;
    this.#sealing = sealing;
  }

  /**
   * Opens a repository, and makes it where the storage is empty and `site` (`siteTag`) is given. Throws a `BackupFault` where it is
   * another site's, or the passphrase is missing, or another one.
   */
  static async open(
    storage: ObjectStorage,
    passphrase: string | null,
    site: string | null,
  ): Promise<Repository> {
    const text = await storage.read(names.head);
    if (text === null) {
      if (site === null) throw new BackupFault(`${storage.path} holds no backups made with --to.`);
      const others = (await storage.list('.')).filter(
        (name) => !name.startsWith('.') && name !== 'tmp' && name !== names.keys,
      );
      if (others.length > 0)
        throw new BackupFault(`${storage.path} is not empty and holds no backups made with --to.`);
      return Repository.#make(storage, passphrase, site);
    }
    const head = headShape.safeParse(parsed(text.toString()));
    if (!head.success) throw new BackupFault(`${storage.path}/${names.head} is damaged, or of a newer Duet.`);
    if (site !== null && head.data.site !== site) {
      throw new BackupFault(`${storage.path} holds the backups of another site. Choose a folder of its own.`);
    }
    if (!head.data.encrypted) {
      if (passphrase !== null)
        throw new BackupFault(
          `The backups in ${storage.path} are not encrypted. Choose another folder for encrypted ones.`,
        );
      return new Repository(storage, unsealed);
    }
    if (passphrase === null)
      throw new BackupFault(`The backups in ${storage.path} are encrypted: --passphrase-file is missing.`);
    const keys = await storage.read(names.keys);
    if (!keys)
      throw new BackupFault(
        `${storage.path}/${names.keys} is missing: without it the backups cannot be opened.`,
      );
    return new Repository(storage, await ageSealing(await unwrapKeys(keys, passphrase)));
  }

  static async #make(storage: ObjectStorage, passphrase: string | null, site: string): Promise<Repository> {
    let sealing = unsealed;
    if (passphrase !== null) {
      const keys = await freshKeys();
      await storage.put(names.keys, await wrapKeys(keys, passphrase));
      sealing = await ageSealing(keys);
    }
    const head = { format: 'duet-repository-1', encrypted: passphrase !== null, site };
    await storage.put(names.head, Buffer.from(`${JSON.stringify(head)}\n`));
    return new Repository(storage, sealing);
  }

  get isEncrypted(): boolean {
    return this.#sealing.isEncrypted;
  }

  /** Whether the content of this sum is stored. */
  has(sha256: string): Promise<boolean> {
    return this.#isThere(this.#sealing.nameOf(sha256));
  }

  async #isThere(name: string): Promise<boolean> {
    const folder = folderOf(name);
    let known = this.#known.get(folder);
    if (!known) {
      known = new Set(await this.#storage.list(folder));
      this.#known.set(folder, known);
    }
    return known.has(name);
  }

  /** Stores a content whose sum is known; one that is there is not written again. Answers whether it was written. */
  async add(sha256: string, content: () => AsyncIterable<Uint8Array>): Promise<boolean> {
    if (await this.has(sha256)) return false;
    const name = this.#sealing.nameOf(sha256);
    await this.#storage.put(`${folderOf(name)}/${name}`, await this.#sealing.seal(content()));
    this.#known.get(folderOf(name))?.add(name);
    return true;
  }

  /**
   * The content of a sum as it was stored. Throws a `DamagedObject` where it is missing or has other bytes, another `BackupFault` where
   * the storage does not give it.
   */
  async *content({ sha256 }: Pick<Sum, 'sha256'>): AsyncGenerator<Uint8Array> {
    const name = this.#sealing.nameOf(sha256);
    const sealed = await this.#storage.get(`${folderOf(name)}/${name}`);
    if (!sealed) throw new DamagedObject(`The backup is damaged: ${name} is missing.`);
    const hash = createHash('sha256');
    const source = new Source(sealed);
    try {
      for await (const bytes of await this.#sealing.open(source.bytes())) {
        hash.update(bytes);
        yield bytes;
      }
    } catch (cause) {
      const Fault = source.isOutOfReach ? BackupFault : DamagedObject;
      throw new Fault(`The backup is damaged: ${name} cannot be read.`, { cause });
    }
    if (hash.digest('hex') !== sha256)
      throw new DamagedObject(`The backup is damaged: ${name} has other bytes.`);
  }

  /**
   * Moves every object of a backup that is there and damaged out of the way, so that the next backup stores again what the site still
   * has; answers how many. Each is read anew for that: nothing is moved for what went wrong on the way.
   */
  async setAsideDamaged(moment: string, signal?: AbortSignal): Promise<number> {
    let count = 0;
    for (const sha256 of new Set(objectsOf(await this.readSnapshot(moment)))) {
      signal?.throwIfAborted();
      if (!(await this.has(sha256)) || !(await this.#isDamaged(sha256))) continue;
      const name = this.#sealing.nameOf(sha256);
      await this.#storage.move(`${folderOf(name)}/${name}`, `${names.damaged}/${name}`);
      this.#known.delete(folderOf(name));
      count += 1;
    }
    return count;
  }

  async #isDamaged(sha256: string): Promise<boolean> {
    try {
      for await (const _ of this.content({ sha256 }));
      return false;
    } catch (error) {
      if (error instanceof DamagedObject) return true;
      throw error;
    }
  }

  /** The moments of the snapshots, the oldest first. */
  moments(): Promise<string[]> {
    return snapshotsIn(this.#storage);
  }

  async writeSnapshot(moment: string, snapshot: Snapshot): Promise<void> {
    const text = (async function* () {
      yield Buffer.from(JSON.stringify(snapshot));
    })();
    await this.#storage.put(`${names.snapshots}/${moment}`, await this.#sealing.seal(text));
  }

  /** Throws a `BackupFault` where there is none, or it is damaged. */
  async readSnapshot(moment: string): Promise<Snapshot> {
    const sealed = snapshotForm.test(moment) ? await this.#storage.get(`${names.snapshots}/${moment}`) : null;
    if (!sealed) throw new BackupFault(`There is no backup of ${moment} in ${this.#storage.path}.`);
    try {
      const pieces: Uint8Array[] = [];
      for await (const bytes of await this.#sealing.open(sealed)) pieces.push(bytes);
      return snapshotShape.parse(JSON.parse(Buffer.concat(pieces).toString()));
    } catch (cause) {
      throw new BackupFault(`The backup of ${moment} is damaged, or of a newer Duet.`, { cause });
    }
  }

  /** Keeps the newest `keep` snapshots up to the one just `made`, and what they need. One that cannot be read keeps everything. */
  async prune(keep: number, made: string): Promise<void> {
    const moments = await this.moments();
    const excess = new Set(excessOf(moments, made, keep));
    const kept = moments.filter((moment) => !excess.has(moment));
    const needed = new Set<string>();
    for (const moment of kept) {
      for (const sum of objectsOf(await this.readSnapshot(moment))) needed.add(this.#sealing.nameOf(sum));
    }
    for (const moment of excess) await this.#storage.remove(`${names.snapshots}/${moment}`);
    for (const part of await this.#storage.list(names.objects)) {
      for (const name of await this.#storage.list(`${names.objects}/${part}`)) {
        if (!needed.has(name)) await this.#storage.remove(`${names.objects}/${part}/${name}`);
      }
    }
    this.#known.clear();
    // Of use as long as nothing better of it is there.
    for (const name of await this.#storage.list(names.damaged)) {
      if (!needed.has(name) || (await this.#isThere(name)))
        await this.#storage.remove(`${names.damaged}/${name}`);
    }
  }
}

/** The stored bytes of an object, and whether it was their storage that did not give them. */
class Source {
  readonly #bytes: AsyncIterable<Uint8Array>;
  isOutOfReach = false;

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#bytes = bytes;
  }

  async *bytes(): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#bytes;
    } catch (error) {
      // A disk that cannot read a sector says so for good.
      this.isOutOfReach = (error as NodeJS.ErrnoException).code !== 'EIO';
      throw error;
    }
  }
}

/** The moments of the snapshots of a repository, the oldest first, without its passphrase; none where there is no repository. */
export const snapshotsIn = async (storage: ObjectStorage): Promise<string[]> =>
  (await storage.list(names.snapshots)).filter((name) => snapshotForm.test(name));

/** What a repository knows its site by; nothing of the secrets can be had from it. */
export const siteTag = (pepper: string): string =>
  createHash('sha256').update(`duet repository ${pepper}`).digest('hex').slice(0, 32);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
