import { readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { lockFile } from '../platform/data-lock.ts';
import { writeFlushed } from '../platform/storage/durable-file.ts';

/** Names in its one line the folder that a backup of this site is being made in, or removed from. */
const journalName = 'backup.partial';

/** What is half made or half removed never has the name of a whole backup. */
const partialOf = (folder: string): string => join(dirname(folder), `.${basename(folder)}.partial`);

/**
 * One backup of a site is made at a time, in a folder that another process finds and removes when this one dies
 * before the end.
 */
export class UnfinishedBackup implements AsyncDisposable {
  readonly #lock: Disposable;
  readonly #journal: string;
  /** The folder to work in; gone when disposed, whatever is in it. */
  readonly path: string;

  private constructor(lock: Disposable, journal: string, path: string) {
    this.#lock = lock;
    this.#journal = journal;
    this.path = path;
  }

  /** `folder`: the name that the backup gets, or had. Throws `Locked` while another one is being made. */
  static async begin(dataDir: string, folder: string): Promise<UnfinishedBackup> {
    using locked = new DisposableStack();
    const lock = locked.use(
      lockFile(join(dataDir, 'backup.lock'), 'Another backup of this site is being made. Wait for its end.'),
    );
    const journal = join(dataDir, journalName);
    await removeLeftover(journal);
    const path = partialOf(folder);
    // What a former version, or another site, left under the same name.
    await rm(path, { recursive: true, force: true });
    await writeFlushed(journal, Buffer.from(path));
    locked.move();
    return new UnfinishedBackup(lock, journal, path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await rm(this.path, { recursive: true, force: true });
      await rm(this.#journal, { force: true });
    } finally {
      this.#lock[Symbol.dispose]();
    }
  }
}

/** Removes what a process that died left half made. Where its disk is away now, it stays there. */
async function removeLeftover(journal: string): Promise<void> {
  const path = (await readFile(journal, 'utf8').catch(() => '')).trim();
  if (/^\..+\.partial$/.test(basename(path))) {
    // Its disk may be away; the folder's name is no backup's, so what stays harms nothing.
    await rm(path, { recursive: true, force: true }).catch(() => {});
  }
  await rm(journal, { force: true });
}

/** Removes a whole backup; one that is half removed no longer has a backup's name. */
export async function removeBackup(dataDir: string, folder: string): Promise<void> {
  await using partial = await UnfinishedBackup.begin(dataDir, folder);
  await rename(folder, partial.path);
}
