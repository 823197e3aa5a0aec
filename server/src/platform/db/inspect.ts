import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Config } from '../config/config.ts';
import { createLog } from '../log.ts';
import { findNewestIds } from '../store-newest-ids.ts';
import { checkDurability } from './dialect/postgres.ts';
import { postgresPool } from './dialect/postgres-pool.ts';
import { sqliteFile } from './dialect/sqlite.ts';
import { integrityFaults } from './dialect/sqlite-integrity.ts';
import { kyselyOver } from './dialect/sqlite-kysely.ts';
import { MainThreadConnection } from './dialect/sqlite-main-thread.ts';
import { openSqlite } from './dialect/sqlite-settings.ts';
import { doneMigrations } from './migrate.ts';
import type { DialectName } from './migrations/migration.ts';
import type { Schema } from './schema.ts';

/** What a database says of itself, without a change to it. */
export interface DatabaseState {
  readonly dialect: DialectName;
  /** Of SQLite or PostgreSQL, such as `17.4`. */
  readonly version: string;
  /** Names of the migrations that it has seen. */
  readonly migrations: ReadonlySet<string>;
  /** Damage, and on PostgreSQL settings that may lose answered writes; one line each. */
  readonly faults: readonly string[];
  /** Its own clock in ms since 1970 and ours at the same moment; null on SQLite, which has none. */
  readonly clocks: { readonly database: number; readonly here: number } | null;
  /** The largest id of each table, which tell when it was last written to; none while tables are missing. */
  readonly newestIds: readonly string[];
}

/** Looks at the database through one connection that cannot write. Throws what the driver says where it cannot be opened. */
export async function inspectDatabase({
  dataDir,
  databaseUrl,
}: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<DatabaseState> {
  if (databaseUrl !== null) return inspectPostgres(databaseUrl);
  const opened = openSqlite(sqliteFile(dataDir), 'read', 'main');
  try {
    const db = kyselyOver(new MainThreadConnection(opened));
    const faults = await integrityFaults(db);
    const whole = faults.length === 0;
    return {
      dialect: 'sqlite',
      version: process.versions.sqlite ?? '0',
      migrations: whole ? await doneMigrations(db) : new Set(),
      faults,
      clocks: null,
      newestIds: whole ? await newestIds(db) : [],
    };
  } finally {
    opened.close();
  }
}

async function inspectPostgres(url: string): Promise<DatabaseState> {
  const pool = postgresPool(url, 1, 'read', createLog('silent'));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    const asked = Date.now();
    const { rows } = await sql<{ version: string; at: number }>`
      select current_setting('server_version') as version,
        (extract(epoch from clock_timestamp()) * 1000)::double precision as at`.execute(db);
    const { version = '', at = 0 } = rows[0] ?? {};
    return {
      dialect: 'postgres',
      version: version.split(' ', 1)[0] ?? '',
      migrations: await doneMigrations(db),
      faults: await checkDurability(db).then(
        () => [],
        (error: Error) => [error.message],
      ),
      clocks: { database: at, here: (asked + Date.now()) / 2 },
      newestIds: await newestIds(db),
    };
  } finally {
    await db.destroy();
  }
}

/** An older site may lack a table. */
const newestIds = (db: Kysely<Schema>): Promise<string[]> => findNewestIds(db).catch(() => []);
