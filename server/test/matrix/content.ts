import { sql } from 'kysely';
import type { Database } from '../../src/platform/db/database.ts';

/** Changed by time, by reading, or by the refusal itself. */
const passing = /^(jobs|limits|rate_limits|ended_sessions|sqlite_.*|.*_fts.*)$/;
const passingColumns = new Set(['last_used_at']);

const tablesOf = async ({ read, dialect }: Database): Promise<string[]> => {
  const { rows } = await (dialect === 'sqlite'
    ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
    : sql<{
        name: string;
      }>`select table_name as name from information_schema.tables where table_schema = 'public'`
  ).execute(read);
  return rows.map(({ name }) => name).filter((name) => !passing.test(name));
};

/** All that the database holds, table by table, to be compared. */
export async function contentOf(db: Database): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  for (const name of (await tablesOf(db)).toSorted()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db.read);
    content[name] = rows
      .filter((row) => name !== 'audit' || row.action !== 'access.denied')
      .map((row) => JSON.stringify(Object.entries(row).filter(([key]) => !passingColumns.has(key))))
      .toSorted();
  }
  return content;
}
