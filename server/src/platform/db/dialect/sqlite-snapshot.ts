import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MB } from '@duet/contract/limits';
import { keepOwner } from '../../keep-owner.ts';
import { openSqlite } from './sqlite-settings.ts';

/** Stays free beside the copy, in bytes. */
const roomBeside = 64 * MB;

/** Where the copy lies that was made before the last update of the tables, beside the database. */
export const snapshotFile = (databaseFile: string): string => `${databaseFile}.before-update`;

/**
 * A copy of the database as it was before its tables are changed. The copy of an earlier update stays until this update
 * has succeeded. Until one is taken there is nothing to keep, drop or put back.
 */
export class Snapshot {
  readonly #database: string;
  readonly #partial: string;
  readonly #freeBytes: (folder: string) => number;
  #taken = false;

  constructor(database: string, freeBytes = freeOn) {
    this.#database = database;
    this.#freeBytes = freeBytes;
    this.#partial = `${snapshotFile(database)}.partial`;
  }

  /**
   * Copies what is committed now, flushed and checked. Throws where the disk has no room for it, before anything is
   * written. A copy that another start did not end is replaced.
   */
  take(): void {
    rmSync(this.#partial, { force: true });
    requireRoom(this.#database, this.#freeBytes);
    const source = openSqlite(this.#database, 'read');
    try {
      source.prepare('vacuum into ?').run(this.#partial);
    } finally {
      source.close();
    }
    chmodSync(this.#partial, 0o600);
    keepOwner(this.#partial);
    flush(this.#partial);
    requireWhole(this.#partial);
    this.#taken = true;
  }

  /** The update has succeeded: this copy takes the place of the one before. */
  keep(): void {
    if (!this.#taken) return;
    renameSync(this.#partial, snapshotFile(this.#database));
    flush(dirname(this.#database));
  }

  /** The update failed and the database is as it was. */
  drop(): void {
    rmSync(this.#partial, { force: true });
  }

  /** Puts the copy in the place of a database that the failed update left damaged. Nobody may have it open. */
  putBack(): void {
    if (!this.#taken) return;
    for (const suffix of ['-wal', '-shm']) rmSync(`${this.#database}${suffix}`, { force: true });
    renameSync(this.#partial, this.#database);
    flush(dirname(this.#database));
  }
}

/** Bytes that this process may still write on the disk of a folder. */
function freeOn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** The write-ahead log counts too: what it holds becomes part of the copy. */
function requireRoom(database: string, freeBytes: (folder: string) => number): void {
  const size = [database, `${database}-wal`]
    .filter((file) => existsSync(file))
    .reduce((sum, file) => sum + statSync(file).size, 0);
  const missing = size + roomBeside - freeBytes(dirname(database));
  if (missing <= 0) return;
  throw new Error(
    `An update changes the tables, and the disk has no room for the copy that is made before: ${Math.ceil(missing / MB)} MB are missing. Nothing was changed. Make room and start again.`,
  );
}

function requireWhole(copy: string): void {
  using db = new DatabaseSync(copy, { readOnly: true });
  const faults = db
    .prepare('pragma quick_check(10)')
    .all()
    .map((row) => `${row.quick_check}`)
    .filter((line) => line !== 'ok');
  if (faults.length > 0) {
    throw new Error(`The database is damaged; restore a backup. SQLite says: ${faults.join('; ')}`);
  }
}

function flush(path: string): void {
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
}
