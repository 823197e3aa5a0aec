import { type Kysely, sql, type Transaction } from 'kysely';
import { noTables } from '../site-folder.ts';
import { columnTypes } from './migrations/column-types.ts';
import type { DialectName, Migration, Up } from './migrations/migration.ts';
import type { Schema } from './schema.ts';

/** One number for Duet's migrations among PostgreSQL's advisory locks. */
const migrationLock = 3_180_001;

/**
 * Runs the migrations that the database has not seen, all in one transaction that others wait for. Refuses a
 * database that knows migrations which this program does not, and an empty one where it has to be `existing`.
 */
export async function migrate(
  db: Kysely<Schema>,
  dialect: DialectName,
  migrations: Readonly<Record<string, Up>>,
  existing = false,
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
    for (const [name, up] of Object.entries(migrations)) {
      if (done.has(name)) continue;
      await up(migration);
      await sql`insert into migrations (name, ran_at) values (${name}, ${Date.now()})`.execute(trx);
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
