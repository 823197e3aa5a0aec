import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { Failure } from '../../failure.ts';
import type { Changes } from '../changes.ts';
import { Commits } from '../commits.ts';
import type { Database, Reads, WriteOptions, Writes } from '../database.ts';
import { migrate } from '../migrate.ts';
import type { OpenDatabase } from '../open-options.ts';
import { PendingWrite } from '../pending-write.ts';
import type { Queries } from '../queries.ts';
import { recorded } from '../recorded-reads.ts';
import type { Schema } from '../schema.ts';
import { dumpPostgres } from './postgres-dump.ts';
import { kyselyOver, queriesAmong } from './postgres-kysely.ts';
import { OtherServers } from './postgres-other-servers.ts';
import { postgresPool } from './postgres-pool.ts';
import { PostgresWriting } from './postgres-writing.ts';

/**
 * With the two that count calls (http/limiter-store.ts) and the two that listen twelve a server; apart, so that a
 * transaction that also reads never waits for its like.
 */
const connections = { write: 4, read: 4 } as const;
interface Pools {
  readonly write: pg.Pool;
  readonly read: pg.Pool;
}

class PostgresDatabase implements Database {
  readonly dialect = 'postgres';
  readonly commits = new Commits();
  readonly read: Queries;
  readonly #pools: Pools;
  readonly #options: OpenDatabase;
  readonly #writing: PostgresWriting;
  readonly #others: OtherServers;

  constructor(pools: Pools, options: OpenDatabase & { readonly url: string }) {
    this.read = queriesAmong(pools.read);
    this.#pools = pools;
    this.#options = options;
    this.#writing = new PostgresWriting({
      pool: pools.write,
      most: connections.write,
      emitChanges: (changes) => this.commits.emit(changes),
      announce: (changes) => this.#announce(changes),
    });
    const telling = queriesAmong(pools.write);
    this.#others = new OtherServers({
      url: options.url,
      log: options.log,
      send: (channel, payloads) =>
        sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as payload`.execute(
          telling,
        ),
      onChanges: (changes) => this.commits.emit(changes),
    });
  }

  get scan(): Reads {
    return this.read;
  }

  /**
   * SERIALIZABLE, so that rules that look before they write hold as they do on SQLite. What comes into conflict runs again
   * (`PostgresWriting`).
   */
  async write<T>(work: (tx: Writes) => Promise<T>, { long = false }: WriteOptions = {}): Promise<T> {
    const { log, limitMs } = this.#options;
    const write = new PendingWrite(work, { log, limitMs, long });
    await this.#writing.run(write as PendingWrite);
    const { answer, effects } = write.take();
    await effects.run();
    return answer;
  }

  readRecorded(record: (tables: Iterable<string>) => void): Reads {
    return recorded(this.read, record);
  }

  lookForOtherPrograms(): void {
    this.#others.look();
  }

  syncOtherPrograms(): Promise<void> {
    return this.#others.sync();
  }

  async ping(): Promise<void> {
    await sql`select 1`.execute(this.read);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#others[Symbol.asyncDispose]();
    await Promise.all([this.#pools.write.end(), this.#pools.read.end()]);
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

/** An update is one transaction and leaves nothing behind when it fails; a dump beside it is made where it is asked for. */
async function dumped({ dumpDir, log }: OpenDatabase, url: string): Promise<void> {
  if (!dumpDir) return;
  const file = await dumpPostgres(url, dumpDir, Date.now());
  log.info({ file }, 'the database was dumped before its tables are changed');
}

/** Connects, refuses a server that may lose answered writes, and brings the tables up to date. */
export async function openPostgresDatabase(options: OpenDatabase, url: string): Promise<Database> {
  const starting = kyselyOver(postgresPool(url, 1, 'write', options.log, { silenceMs: 0 }));
  try {
    await checkDurability(starting);
    await migrate(starting, 'postgres', { ...options, beforeUpdate: () => dumped(options, url) });
  } catch (error) {
    // Who starts a server is told what PostgreSQL said, and not that the site is busy.
    throw error instanceof Failure && error.code === 'OVERLOADED' ? (error.cause ?? error) : error;
  } finally {
    await starting.destroy();
  }
  const write = postgresPool(url, connections.write, 'write', options.log);
  const read = postgresPool(url, connections.read, 'read', options.log);
  return new PostgresDatabase({ write, read }, { ...options, url });
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
