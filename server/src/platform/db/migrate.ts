import { type Kysely, sql, type Transaction } from 'kysely';
import { noTables } from '../site-folder.ts';
import { columnTypes } from './migrations/column-types.ts';
import type { DialectName, Migration, Up } from './migrations/migration.ts';
import type { Schema } from './schema.ts';

/** One number for Duet's migrations among PostgreSQL's advisory locks. */
const migrationLock = 3_180_001;

interface MigrateOptions {
  readonly migrations: Readonly<Record<string, Up>>;
  /** Throws `NoSite` where there are no tables yet, in place of making them. */
  readonly existing?: boolean | undefined;
  /** Called once, in the transaction and before its first change, where the database has tables and some are to change. */
  readonly beforeUpdate?: (() => Promise<void>) | undefined;
}

/** A migration failed and was rolled back with all others of this start; the sentence says which and why. */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed';

  constructor(migration: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `The tables could not be brought up to date (${migration}: ${reason}). Nothing was changed: the version of Duet that ran before still starts on them.`,
      { cause },
    );
  }
}

/**
 * Runs the migrations that the database has not seen, all in one transaction that others wait for: after a failure every
 * row and table is as it was, and it throws `MigrationFailed`. Refuses a database that knows migrations which this
 * program does not, and an empty one where it has to be `existing`.
 */
export async function migrate(
  db: Kysely<Schema>,
  dialect: DialectName,
  { migrations, existing = false, beforeUpdate }: MigrateOptions,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (dialect === 'postgres') await waitForOtherServers(trx);
    const migration = migrationOver(trx, dialect);
    await migration.run(
      `create table if not exists migrations (name text primary key, ran_at ${columnTypes[dialect].time} not null)`,
    );
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(trx);
    const done = new Set(rows.map((row) => row.name));
    if (existing && done.size === 0) throw noTables();
    const unknown = [...done].filter((name) => !Object.hasOwn(migrations, name)).sort();
    if (unknown.length > 0) {
      throw new Error(`The database is newer than this program (it has ${unknown.join(', ')}). Update Duet.`);
    }
    const missing = Object.entries(migrations).filter(([name]) => !done.has(name));
    if (done.size > 0 && missing.length > 0) await beforeUpdate?.();
    for (const [name, up] of missing) {
      try {
        await up(migration);
        await sql`insert into migrations (name, ran_at) values (${name}, ${Date.now()})`.execute(trx);
      } catch (cause) {
        throw new MigrationFailed(name, cause);
      }
    }
  });
}

/** The migrations that a database has seen; none where it is empty. */
export async function doneMigrations(db: Kysely<Schema>): Promise<Set<string>> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'migrations')) return new Set();
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** A migration, or waiting for another server's, may take longer than any statement of a request. */
async function waitForOtherServers(trx: Transaction<Schema>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local lock_timeout = 0`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
  await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(trx);
}

function migrationOver(trx: Transaction<Schema>, dialect: DialectName): Migration {
  const db = trx as unknown as Kysely<unknown>;
  return {
    db,
    dialect,
    types: columnTypes[dialect],
    table(name) {
      const table = db.schema.createTable(name);
      return dialect === 'sqlite' ? table.modifyEnd(sql`strict`) : table;
    },
    async run(statement) {
      await sql.raw(statement).execute(db);
    },
  };
}
