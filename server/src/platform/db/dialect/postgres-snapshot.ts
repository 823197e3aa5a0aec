import { minuteMs } from '@duet/contract/limits';
import { Kysely, PostgresDialect, type PostgresPoolClient, sql } from 'kysely';
import type { Log } from '../../log.ts';
import type { Reads } from '../database.ts';
import type { Schema } from '../schema.ts';
import { postgresPool } from './postgres-pool.ts';

/**
 * Reads that all see the database as it was at the first of them, for as long as it takes; where the connection is lost, what comes
 * later fails.
 */
export async function postgresSnapshot(
  url: string,
  log: Log,
): Promise<AsyncDisposable & { readonly reads: Reads }> {
  const pool = postgresPool(url, 1, 'read', log, { silenceMs: 11 * minuteMs });
  const client = await pool.connect();
  // Kysely gives a connection back after each statement; the pool would close it while it rests, or replace one that broke, and the next
  // read be of a later moment.
  const pinned = {
    query: client.query.bind(client) as PostgresPoolClient['query'],
    release: () => {},
  };
  const end = () => {
    client.release(true);
    return pool.end();
  };
  const dialect = new PostgresDialect({ pool: { connect: async () => pinned, end, options: pool.options } });
  const db = new Kysely<Schema>({ dialect });
  try {
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
