import { sql } from 'kysely';
import type { Reads } from '../platform/db/database.ts';
import type { DatabaseFacts } from './copied-database.ts';
import { expectedFiles } from './expected-files.ts';

export interface NoteLine {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The newest line of the audit that says this. */
export async function newestLine(reads: Reads, action: string): Promise<NoteLine | undefined> {
  const row = await reads
    .selectFrom('audit')
    .select(['id', 'at', 'details'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, at: Number(row.at), details: JSON.parse(row.details) };
}

/** What the database says is there. */
export async function readFacts(reads: Reads): Promise<DatabaseFacts> {
  const { rows: migrations } = await sql<{ name: string }>`select name from migrations order by name`.execute(
    reads,
  );
  const rows = await reads
    .selectFrom('media')
    .select(['path', 'thumbnail_path', 'source_widths', 'size', 'sha256'])
    .where('state', '=', 'ready')
    .orderBy('path')
    .execute();
  const files = rows.flatMap(expectedFiles);
  return { schema: migrations.map(({ name }) => name), files };
}
