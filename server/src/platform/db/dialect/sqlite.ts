import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Locked, lockDataDir } from '../../data-lock.ts';
import { Failure } from '../../failure.ts';
import { Semaphore } from '../../semaphore.ts';
import type { Database, Reads, Writes } from '../database.ts';
import { doneMigrations, migrate } from '../migrate.ts';
import type { OpenDatabase } from '../open-options.ts';
import type { Schema } from '../schema.ts';
import { inTransaction } from '../transaction.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { isFull, SqliteError } from './sqlite-faults.ts';
import { kyselyOver } from './sqlite-kysely.ts';
import { checkSqliteVersion } from './sqlite-settings.ts';

const readers = 2;

export const sqliteFile = (dataDir: string): string => join(dataDir, 'duet.db');

/** Lies in the data folder while the database is open; found at the start, the last stop was not a clean one. */
const openMarker = (dataDir: string): string => join(dataDir, 'duet.db.open');

/** The embedded database: one connection that writes and two that read, each in a thread. */
class SqliteDatabase implements Database {
  readonly dialect = 'sqlite';
  readonly #writer: Kysely<Schema>;
  readonly #readers: Kysely<Schema>;
  /** One transaction at a time. */
  readonly #semaphore = new Semaphore({ concurrent: 1 });
  readonly #options: OpenDatabase;
  #broken = false;
  #changes = 0;

  constructor(writer: Kysely<Schema>, readers: Kysely<Schema>, options: OpenDatabase) {
    this.#writer = writer;
    this.#readers = readers;
    this.#options = options;
  }

  get read(): Reads {
    return this.#readers;
  }

  async write<T>(work: (tx: Writes) => Promise<T>): Promise<T> {
    const { answer, effects } = await this.#semaphore.run(async () => {
      if (this.#broken) throw new Failure('STOPPING');
      const { log, limitMs, onFull } = this.#options;
      const once = () => inTransaction(this.#writer, undefined, work, log, limitMs);
      try {
        return await once().catch((error) => {
          if (isFull(error) && onFull?.()) return once();
          throw error;
        });
      } catch (error) {
        throw this.#judge(error);
      } finally {
        this.#changes += 1;
      }
    });
    await effects.run();
    return answer;
  }

  get changes(): number {
    return this.#changes;
  }

  async ping(): Promise<void> {
    if (this.#broken) throw new Failure('STOPPING');
    await sql`select 1`.execute(this.#readers);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#semaphore.run(async () => {
      await this.#readers.destroy();
      await this.#writer.destroy();
      if (!this.#broken) rmSync(openMarker(this.#options.dataDir), { force: true });
    });
  }

  /** After a disk failure nothing is written any more, and the process ends to be started anew. */
  #judge(error: unknown): unknown {
    if (!(error instanceof SqliteError && error.isDiskFailure)) return error;
    this.#broken = true;
    this.#options.onDiskFailure(error);
    return new Failure('STOPPING', { log: error.message, cause: error });
  }
}

/** Opens `duet.db` in the data folder, checks it after an unclean stop, and brings its tables up to date. */
export async function openSqliteDatabase(options: OpenDatabase): Promise<Database> {
  const path = sqliteFile(options.dataDir);
  const marker = openMarker(options.dataDir);
  checkSqliteVersion(process.versions.sqlite ?? '0');
  const unclean = options.exclusive && existsSync(marker);
  const writer = kyselyOver([await SqliteConnection.open({ path, access: 'write' })]);
  try {
    if (unclean) await quickCheck(writer);
    if (options.exclusive) writeFileSync(marker, '', { mode: 0o600 });
    using _alone = options.exclusive ? null : await aloneToMigrate(writer, options);
    await migrate(writer, 'sqlite', options.migrations, options.existing);
  } catch (error) {
    await writer.destroy();
    throw error;
  }
  const connections = Array.from({ length: readers }, () => SqliteConnection.open({ path, access: 'read' }));
  const database = new SqliteDatabase(writer, kyselyOver(await Promise.all(connections)), options);
  // Kysely closes only what was used once.
  await database.ping();
  return database;
}

/** How long a program waits for another one that may be migrating, in ms; an older server goes on longer than that. */
const othersMigrateMs = 5000;

/**
 * A command of a newer Duet must not change the tables beneath a server of an older one that still runs. Whoever holds the
 * folder may also be a program that migrates: then its end is waited for.
 */
async function aloneToMigrate(
  writer: Kysely<Schema>,
  { dataDir, migrations }: OpenDatabase,
): Promise<Disposable | null> {
  const until = performance.now() + othersMigrateMs;
  for (;;) {
    const done = await doneMigrations(writer);
    if (done.size === 0 || Object.keys(migrations).every((name) => done.has(name))) return null;
    try {
      return lockDataDir(dataDir);
    } catch (cause) {
      if (!(cause instanceof Locked)) throw cause;
      if (performance.now() >= until) {
        throw new Error('The server that runs is of an older Duet. Restart it, then run the command again.', {
          cause,
        });
      }
    }
    await wait(50);
  }
}

async function quickCheck(db: Kysely<Schema>): Promise<void> {
  const faults = await sql<{ quick_check: string }>`pragma quick_check(10)`.execute(db).then(
    ({ rows }) => rows.map((row) => row.quick_check).filter((line) => line !== 'ok'),
    (error: Error) => [error.message],
  );
  if (faults.length > 0) {
    throw new Error(`The database is damaged; restore a backup. SQLite says: ${faults.join('; ')}`);
  }
}
