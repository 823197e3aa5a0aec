import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { migrations } from '../../src/platform/db/migrations/index.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { createLog } from '../../src/platform/log.ts';
import { temporaryDir } from '../temporary-dir.ts';
import { createTestDatabase, databaseKind } from '../test-database.ts';

/** The tables that a statement reads from one end to the other. */
export type ScannedTables = (sql: string) => Promise<string[]>;

/** Asks for plans over Duet's tables, which are empty: what a plan chooses from are the indexes that there are. */
export const openPlans = (): Promise<ScannedTables> =>
  databaseKind === 'sqlite' ? sqlitePlans() : postgresPlans();

async function sqlitePlans(): Promise<ScannedTables> {
  using dir = temporaryDir();
  await using _database = await openDatabase({
    dataDir: dir.path,
    migrations,
    log: createLog('silent'),
    onDiskFailure: () => {},
    exclusive: true,
  });
  const file = new DatabaseSync(`${dir.path}/duet.db`, { readOnly: true });
  const made = file
    .prepare("select name, type, sql from sqlite_schema where sql is not null and name not like 'sqlite_%'")
    .all();
  file.close();
  const memory = new DatabaseSync(':memory:');
  for (const { sql } of made) memory.exec(String(sql));
  const tables = new Set(made.filter(({ type }) => type === 'table').map(({ name }) => String(name)));
  return async (sql) => {
    const plan = memory.prepare(`explain query plan ${sql}`).all();
    return plan.flatMap(({ detail }) => {
      const [, table = '', index] = /^SCAN (\w+)( USING)?/.exec(String(detail)) ?? [];
      // An index from its beginning, and no further than to the limit: nothing on the way is left out.
      const short = index !== undefined && /\blimit\b/i.test(sql) && !/\bwhere\b/i.test(sql);
      return tables.has(table) && !short ? [table] : [];
    });
  };
}

async function postgresPlans(): Promise<ScannedTables> {
  const { url } = await createTestDatabase();
  const client = new pg.Client({ connectionString: url ?? '' });
  await client.connect();
  // An empty table is read whole whatever indexes there are, unless that is forbidden where there is another way.
  await client.query('set enable_seqscan = off');
  // Dropped with the database at the end of the run.
  client.on('error', () => {});
  return async (sql) => {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${sql}`);
    return rows.flatMap((row) => /Seq Scan on (\w+)/.exec(row['QUERY PLAN'])?.[1] ?? []);
  };
}
