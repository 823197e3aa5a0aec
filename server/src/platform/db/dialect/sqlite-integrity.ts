import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** What SQLite's own quick check finds wrong with a database, at most ten lines; none where it is whole. */
export function integrityFaults(db: Kysely<Schema>): Promise<string[]> {
  return sql<{ quick_check: string }>`pragma quick_check(10)`.execute(db).then(
    ({ rows }) => rows.map((row) => row.quick_check).filter((line) => line !== 'ok'),
    (error: Error) => [error.message],
  );
}
