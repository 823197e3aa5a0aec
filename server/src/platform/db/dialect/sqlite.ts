import { existsSync, rmSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Locked, lockDataDir } from '../../data-lock.ts';
import { Failure } from '../../failure.ts';
import { Commits } from '../commits.ts';
import type { Database, Reads, WriteOptions, Writes } from '../database.ts';
import { doneMigrations, MigrationFailed, migrate } from '../migrate.ts';
import type { OpenDatabase } from '../open-options.ts';
import { PendingWrite } from '../pending-write.ts';
import type { Queries } from '../queries.ts';
import { recorded } from '../recorded-reads.ts';
import type { Schema } from '../schema.ts';
import { Checkpoints } from './sqlite-checkpoints.ts';
import { isDiskFailure } from './sqlite-faults.ts';
import { openLog, SharedFlush } from './sqlite-flush.ts';
import { integrityFaults } from './sqlite-integrity.ts';
import { kyselyOver, queriesOn } from './sqlite-kysely.ts';
import { MainThreadConnection } from './sqlite-main-thread.ts';
import { minCheckIntervalMs, OtherWriters } from './sqlite-other-writers.ts';
import { busyMs, checkSqliteVersion, openSqlite } from './sqlite-settings.ts';
import { Snapshot } from './sqlite-snapshot.ts';
import { ThreadConnection } from './sqlite-thread.ts';
import { SharedSqliteTransactions, SqliteTransactions } from './sqlite-transactions.ts';
import { SqliteWriting } from './sqlite-writing.ts';

export const sqliteFile = (dataDir: string): string => join(dataDir, 'duet.db');

/** Lies in the data folder while the database is open; found at the start, the last stop was not a clean one. */
const openMarker = (dataDir: string): string => join(dataDir, 'duet.db.open');

/** How long a checkpoint for which transactions wait waits for those who still read, in ms. */
const restartWaitsMs = 500;

/**
 * The embedded database: a connection that reads and one that writes on the main thread, and one of each in threads for
 * what takes long, started when they are needed. The two that write never meet: one transaction runs at a time.
 */
class SqliteDatabase implements Database {
  readonly dialect = 'sqlite';
  readonly read: Queries;
  readonly scan: Reads;
  readonly commits = new Commits();
  readonly #options: OpenDatabase;
  readonly #writing: SqliteWriting;
  readonly #scanThread: ThreadConnection;
  readonly #writeThread: ThreadConnection;
  readonly #checkpoints: Checkpoints;
  readonly #flush: SharedFlush;
  readonly #close: () => Promise<void>;
  readonly #others: OtherWriters;
  #broken = false;

  constructor(options: OpenDatabase, { writer, reader, log }: MainThread) {
    const path = sqliteFile(options.dataDir);
    const onCommit = (wrote: boolean) => this.#committed(wrote);
    this.#options = options;
    this.#scanThread = new ThreadConnection({ path, access: 'read' });
    this.#writeThread = new ThreadConnection({ path, access: 'write' }, onCommit);
    this.read = queriesOn(new MainThreadConnection(reader));
    this.scan = queriesOn(this.#scanThread);
    this.#writing = new SqliteWriting({
      short: new SharedSqliteTransactions(new MainThreadConnection(writer, onCommit)),
      long: new SqliteTransactions(this.#writeThread),
      emitChanges: (changes) => this.commits.emit(changes),
      onFull: () => options.onFull?.() ?? false,
      onDiskFailure: (error) => this.#stop(error),
      isBroken: () => this.#broken,
    });
    this.#flush = new SharedFlush(options.flush ?? (() => log.datasync()));
    this.#checkpoints = new Checkpoints({
      writer,
      run: (mode) => this.#checkpoint(mode),
      alone: (work) => this.#writing.alone(work),
      onFailure: (error) => this.#checkpointFailed(error),
    });
    this.#others = new OtherWriters(writer);
    this.#close = async () => {
      await this.#checkpoints.idle();
      await Promise.all([this.#scanThread.close(), this.#writeThread.close(), log.close()]);
      reader.close();
      writer.close();
    };
  }

  async write<T>(work: (tx: Writes) => Promise<T>, { long = false }: WriteOptions = {}): Promise<T> {
    const { log, limitMs } = this.#options;
    const write = new PendingWrite(work, { log, limitMs });
    await this.#writing.run(write, long);
    // Whatever it answers rests on commits that it has seen.
    await this.#flush.onDisk().catch((error) => {
      throw this.#stop(error);
    });
    const { answer, effects } = write.take();
    await effects.run();
    return answer;
  }

  /** The one place where a commit is known, on whichever connection. */
  #committed(wrote: boolean): void {
    if (wrote) this.#flush.committed();
    this.#checkpoints.committed();
  }

  readRecorded(record: (tables: Iterable<string>) => void): Reads {
    return recorded(this.read, record);
  }

  lookForOtherPrograms(): void {
    if (this.#others.haveWritten()) this.commits.emit('everything');
  }

  async syncOtherPrograms(): Promise<void> {
    await wait(minCheckIntervalMs);
    this.lookForOtherPrograms();
  }

  async ping(): Promise<void> {
    if (this.#broken) throw new Failure('STOPPING');
    await sql`select 1`.execute(this.read);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writing.idle();
    await this.#writing.alone(async () => {
      // Every answered write is on the disk already.
      await this.#flush.onDisk().catch(() => {});
      await this.#close();
      if (!this.#broken) rmSync(openMarker(this.#options.dataDir), { force: true });
    });
  }

  /** In the thread of the long transactions and between two of them: what it needs is sent in one turn. */
  async #checkpoint(mode: 'passive' | 'restart'): Promise<void> {
    const statements = [`pragma wal_checkpoint(${mode})`];
    if (mode === 'restart') {
      statements.unshift(`pragma busy_timeout = ${restartWaitsMs}`);
      statements.push(`pragma busy_timeout = ${busyMs}`);
    }
    await Promise.all(statements.map((statement) => this.#writeThread.send(statement)));
  }

  /** What could not be copied is still in the log. */
  #checkpointFailed(error: unknown): void {
    if (isDiskFailure(error)) this.#stop(error);
    else this.#options.log.warn({ err: error }, 'a checkpoint failed');
  }

  /** After a disk failure nothing is written any more, and the process ends to be started anew. */
  #stop(error: unknown): Failure {
    const cause = error as Error;
    if (!this.#broken) {
      this.#broken = true;
      this.#options.onDiskFailure(cause);
    }
    return new Failure('STOPPING', { log: cause.message, cause });
  }
}

/** What lives on the main thread, and the log beside it. */
interface MainThread {
  readonly writer: DatabaseSync;
  readonly reader: DatabaseSync;
  readonly log: FileHandle;
}

/** Opens `duet.db` in the data folder, checks it after an unclean stop, and brings its tables up to date. */
export async function openSqliteDatabase(options: OpenDatabase): Promise<Database> {
  const path = sqliteFile(options.dataDir);
  const marker = openMarker(options.dataDir);
  checkSqliteVersion(process.versions.sqlite ?? '0');
  const unclean = options.exclusive && existsSync(marker);
  const writer = openSqlite(path, 'write', 'main');
  try {
    const migrating = kyselyOver(new MainThreadConnection(writer));
    if (unclean) await quickCheck(migrating);
    if (options.exclusive) writeFileSync(marker, '', { mode: 0o600 });
    using _alone = options.exclusive ? null : await aloneToMigrate(migrating, options);
    await update(writer, options);
    const log = await openLog(path);
    await log.datasync();
    return new SqliteDatabase(options, { writer, reader: openSqlite(path, 'read', 'main'), log });
  } catch (error) {
    if (writer.isOpen) writer.close();
    throw error;
  }
}

/**
 * Brings the tables up to date. A copy of the database is made before, and lies beside it until the next update. A failed
 * update is rolled back; where that left the database damaged, the copy takes its place and the connection is closed.
 */
async function update(writer: DatabaseSync, { dataDir, migrations, existing }: OpenDatabase): Promise<void> {
  const snapshot = new Snapshot(sqliteFile(dataDir));
  const db = kyselyOver(new MainThreadConnection(writer));
  try {
    await migrate(db, 'sqlite', { migrations, existing, beforeUpdate: async () => snapshot.take() });
  } catch (error) {
    if (error instanceof MigrationFailed && (await integrityFaults(db)).length > 0) {
      writer.close();
      snapshot.putBack();
    } else snapshot.drop();
    throw error;
  }
  snapshot.keep();
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
  const faults = await integrityFaults(db);
  if (faults.length > 0) {
    throw new Error(`The database is damaged; restore a backup. SQLite says: ${faults.join('; ')}`);
  }
}
