import { setTimeout as wait } from 'node:timers/promises';
import { type DatabaseConnection, Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { Failure } from '../../failure.ts';
import type { Changes } from '../changes.ts';
import { Commits } from '../commits.ts';
import type { Database, Reads, Writes } from '../database.ts';
import { migrate } from '../migrate.ts';
import type { OpenDatabase } from '../open-options.ts';
import { recorded } from '../recorded-reads.ts';
import type { Schema } from '../schema.ts';
import { SharedLock } from '../shared-lock.ts';
import { inTransaction } from '../transaction.ts';
import { dumpPostgres } from './postgres-dump.ts';
import { isConflict, translated } from './postgres-faults.ts';
import { OtherServers } from './postgres-other-servers.ts';
import { postgresPool } from './postgres-pool.ts';

/**
 * With the two that count calls (http/limiter-store.ts) and the two that listen twelve a server; apart, so that a
 * transaction that also reads never waits for its like.
 */
const connections = { write: 4, read: 4 } as const;
/** One suffices nearly always (`conflicts.postgres.test.ts`). */
const retries = 12;
const maxPauseMs = 50;

class PostgresDatabase implements Database {
  readonly dialect = 'postgres';
  readonly commits = new Commits();
  readonly #writer: Kysely<Schema>;
  readonly #reader: Kysely<Schema>;
  readonly #options: OpenDatabase;
  readonly #lock = new SharedLock();
  readonly #others: OtherServers;

  constructor(
    writer: Kysely<Schema>,
    reader: Kysely<Schema>,
    options: OpenDatabase & { readonly url: string },
  ) {
    this.#writer = writer;
    this.#reader = reader;
    this.#options = options;
    this.#others = new OtherServers({
      url: options.url,
      log: options.log,
      send: (channel, payloads) =>
        sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as payload`.execute(
          writer,
        ),
      onChanges: (changes) => this.commits.emit(changes),
    });
  }

  get read(): Reads {
    return this.#reader;
  }

  get scan(): Reads {
    return this.#reader;
  }

  /**
   * SERIALIZABLE, so that rules that look before they write hold as they do on SQLite. What came into conflict runs
   * again with no other transaction of this server beside it, and no other server's that runs again; only one that another
   * server tries for the first time can then still be in its way.
   */
  async write<T>(work: (tx: Writes) => Promise<T>): Promise<T> {
    const { log, limitMs } = this.#options;
    let changes: Changes | null = null;
    const emitChanges = (written: Changes) => {
      changes = written;
      this.commits.emit(written);
    };
    const once = (first?: (trx: Kysely<Schema>) => Promise<unknown>) =>
      inTransaction(this.#writer, work, { isolation: 'serializable', first, log, limitMs, emitChanges });
    for (let attempt = 1; ; attempt++) {
      try {
        const { answer, effects } = await (attempt === 1
          ? this.#lock.shared(() => once())
          : this.#lock.alone(() => once(waitForTurn)));
        // Before the effects: who is told of an event by another server gets from it what has changed.
        await this.#announce(changes);
        await effects.run();
        return answer;
      } catch (error) {
        if (!isConflict(error)) {
          void this.#announce(changes);
          throw error;
        }
        if (attempt > retries) throw new Failure('OVERLOADED', { log: 'too many conflicts', cause: error });
        if (attempt > 1) await wait(Math.random() * Math.min(5 * 2 ** attempt, maxPauseMs));
      }
    }
  }

  readRecorded(record: (tables: Iterable<string>) => void): Reads {
    return recorded(this.#reader, record);
  }

  lookForOtherPrograms(): void {
    this.#others.look();
  }

  hearOtherPrograms(): Promise<void> {
    return this.#others.hear();
  }

  async ping(): Promise<void> {
    await sql`select 1`.execute(this.#reader);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#others[Symbol.asyncDispose]();
    await Promise.all([this.#writer.destroy(), this.#reader.destroy()]);
  }

  /** What is committed stays so whether or not the others are told: theirs is out of date for a second then. */
  async #announce(changes: Changes | null): Promise<void> {
    if (!changes) return;
    await this.#others
      .announce(changes)
      .catch((error) =>
        this.#options.log.warn({ err: error }, 'the other servers were not told of a change'),
      );
  }
}

/**
 * Waits until no other server runs a transaction again. LOCK TABLE because it comes before what a serializable transaction sees is
 * settled (https://www.postgresql.org/docs/18/sql-lock.html), which a function that locks does not. The mode is in nobody's way but
 * its own, and of this table there is nothing to do.
 */
const waitForTurn = (trx: Kysely<Schema>): Promise<unknown> =>
  sql`lock table migrations in share update exclusive mode`.execute(trx);

/** An update is one transaction and leaves nothing behind when it fails; a dump beside it is made where it is asked for. */
async function dumped({ dumpDir, log }: OpenDatabase, url: string): Promise<void> {
  if (!dumpDir) return;
  const file = await dumpPostgres(url, dumpDir, Date.now());
  log.info({ file }, 'the database was dumped before its tables are changed');
}

/** Connects, refuses a server that may lose answered writes, and brings the tables up to date. */
export async function openPostgresDatabase(options: OpenDatabase, url: string): Promise<Database> {
  const writer = kyselyOver(postgresPool(url, connections.write, 'write', options.log));
  try {
    await checkDurability(writer);
    await migrate(writer, 'postgres', { ...options, beforeUpdate: () => dumped(options, url) });
  } catch (error) {
    await writer.destroy();
    // Who starts a server is told what PostgreSQL said, and not that the site is busy.
    throw error instanceof Failure && error.code === 'OVERLOADED' ? (error.cause ?? error) : error;
  }
  return new PostgresDatabase(writer, kyselyOver(postgresPool(url, connections.read, 'read', options.log)), {
    ...options,
    url,
  });
}

function kyselyOver(pool: pg.Pool): Kysely<Schema> {
  const translating = {
    options: pool.options,
    connect: () =>
      pool.connect().catch((error) => {
        throw translated(error);
      }),
    end: () => pool.end(),
  };
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: translating, onCreateConnection: translateErrors }),
  });
}

async function translateErrors(connection: DatabaseConnection): Promise<void> {
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = async (query, options) => {
    try {
      return await execute(query, options);
    } catch (error) {
      throw translated(error);
    }
  };
}

/** security.md §5: an answered write survives a power cut, or the server does not start. */
const durable: Readonly<Record<string, readonly string[]>> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'remote_apply'],
};

export async function checkDurability(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit')`.execute(db);
  for (const { name, setting } of rows) {
    if (!durable[name]?.includes(setting)) {
      const wanted = durable[name]?.join(' or ');
      throw new Error(
        `PostgreSQL has ${name} = ${setting} and may lose answered writes; set it to ${wanted}.`,
      );
    }
  }
}
