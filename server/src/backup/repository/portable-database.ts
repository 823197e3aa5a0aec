import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checksumOf, copyRows, tablesOf } from '../../move/rows.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { postgresSnapshot } from '../../platform/db/dialect/postgres-snapshot.ts';
import { sqliteFile } from '../../platform/db/dialect/sqlite.ts';
import { migrations } from '../../platform/db/migrations/index.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { copyDatabase, type DatabaseFacts } from '../copied-database.ts';

/** A batch of rows may take so long where the machine is busy. */
const copyLimitMs = 10 * 60_000;

/**
 * The site's database as one moment has it, as a file of SQLite: what is on PostgreSQL is read in one transaction and written
 * into the same tables of SQLite, so that a backup can be looked at and restored without PostgreSQL.
 */
export async function copyPortable(context: Context, scratch: string, to: string): Promise<DatabaseFacts> {
  await rm(to, { force: true });
  const { databaseUrl, dataDir } = context.config;
  if (databaseUrl === null) return copyDatabase(sqliteFile(dataDir), to);
  const folder = join(scratch, 'portable');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  {
    await using snapshot = await postgresSnapshot(databaseUrl, context.log);
    await using sqlite = await openDatabase({
      dataDir: folder,
      migrations,
      log: context.log,
      onDiskFailure: () => {},
      exclusive: true,
      // Nobody waits for its lock.
      limitMs: copyLimitMs,
    });
    const { reads } = snapshot;
    const from: Database = Object.create(context.db, {
      scan: { value: reads },
      dialect: { value: 'postgres' },
    });
    const ends = { from, to: sqlite };
    for (const table of await tablesOf(ends)) {
      const { checksum } = await copyRows(ends, table, 'closed');
      if (!checksum.isSame(await checksumOf(sqlite, table))) {
        throw new Error(`${table.name} was not copied whole`);
      }
    }
  }
  const facts = await copyDatabase(sqliteFile(folder), to);
  await rm(folder, { recursive: true, force: true });
  return facts;
}
