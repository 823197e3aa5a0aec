import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Brings commits to the disk together (group commit): one flush answers for every commit before it. With
 * `synchronous=NORMAL` a COMMIT ends when its frames are in the page cache; `onDisk` then waits for an `fdatasync` of the
 * write-ahead log that began after it. That is as durable as FULL, which flushes the same file inside COMMIT: frames
 * carry checksums that build on one another, so what is found after a power cut is a whole number of commits from the
 * first, with all that were flushed; in NORMAL as well SQLite flushes the log before a checkpoint copies from it and its
 * header when it begins anew (https://sqlite.org/wal.html, https://sqlite.org/pragma.html#pragma_synchronous, wal.c
 * `syncHeader`). What differs: others may read a commit that is not on the disk yet. It has been answered to nobody.
 */
export class SharedFlush {
  readonly #flush: () => Promise<void>;
  #commits = 0;
  #flushed = 0;
  #running: Promise<void> | null = null;
  /** After a flush that failed, a later one may succeed without what the first has lost. */
  #failure: unknown = null;

  constructor(flush: () => Promise<void>) {
    this.#flush = flush;
  }

  /** A commit has written to the log. */
  committed(): void {
    this.#commits += 1;
  }

  /** Resolves when all that has been committed up to now is on the disk; rejects where the disk fails. */
  async onDisk(): Promise<void> {
    const all = this.#commits;
    while (this.#flushed < all) {
      if (this.#failure) throw this.#failure;
      this.#running ??= this.#run().finally(() => {
        this.#running = null;
      });
      await this.#running;
    }
  }

  async #run(): Promise<void> {
    const before = this.#commits;
    try {
      await this.#flush();
    } catch (error) {
      this.#failure = error;
      throw error;
    }
    this.#flushed = before;
  }
}

/**
 * The write-ahead log, opened beside SQLite and once: the same file until the last connection is closed. POSIX locks end
 * with any descriptor of their file, and SQLite's are on the database and its index, so those are never opened here.
 */
export async function openLog(databasePath: string): Promise<FileHandle> {
  const log = await open(`${databasePath}-wal`, 'r+');
  if (process.platform !== 'win32') {
    // Its name as well: SQLite flushes the folder only through the connection that made the file.
    await using folder = await open(dirname(databasePath), 'r');
    await folder.sync();
  }
  return log;
}
