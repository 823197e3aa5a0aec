import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Log } from '../../log.ts';
import type { Reads } from '../database.ts';
import type { Schema } from '../schema.ts';
import { postgresPool } from './postgres-pool.ts';

/** Reads that all see the database as it was at the first of them, for as long as it takes. */
export async function postgresSnapshot(
  url: string,
  log: Log,
): Promise<AsyncDisposable & { readonly reads: Reads }> {
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: postgresPool(url, 1, 'read', log) }),
  });
  try {
    // Of one connection; what comes later of it is inside the transaction.
    await sql`begin isolation level repeatable read read only`.execute(db);
    // Between two batches the other end writes, which may take longer than a request may hold a transaction.
    await sql`set local idle_in_transaction_session_timeout = '10min'`.execute(db);
    await sql`set local statement_timeout = '10min'`.execute(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { reads: db, [Symbol.asyncDispose]: () => db.destroy() };
}
