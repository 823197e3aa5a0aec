import { sql } from 'kysely';
import { closedSite, closingTrigger } from '../platform/db/closed-site.ts';
import type { Database, Writes } from '../platform/db/database.ts';
import type { Table } from './store.ts';

const events = ['insert', 'update', 'delete'] as const;

/**
 * Closes tables to writing, for every program, until they are opened again: a change fails with `closedSite`. What is being
 * written is waited for. It is the database that refuses, so that no server of the site can write what the copy would miss.
 */
export async function closeTables(
  { dialect }: Database,
  tx: Writes,
  tables: readonly Table[],
): Promise<void> {
  if (dialect === 'postgres') {
    await sql`create or replace function duet_closed() returns trigger language plpgsql as
      ${sql.lit(`begin raise exception '${closedSite}'; end`)}`.execute(tx);
  }
  for (const { name } of tables) {
    for (const event of events) {
      const trigger = sql.id(closingTrigger(name, event));
      if (dialect === 'postgres') {
        await sql`create or replace trigger ${trigger} before ${sql.raw(event)} on ${sql.table(name)}
          for each statement execute function duet_closed()`.execute(tx);
      } else {
        await sql`create trigger if not exists ${trigger} before ${sql.raw(event)} on ${sql.table(name)}
          begin select raise(abort, ${sql.lit(closedSite)}); end`.execute(tx);
      }
    }
  }
}

/** Opens them again; those that are open stay so. */
export async function openTables({ dialect }: Database, tx: Writes, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    for (const event of events) {
      const trigger = sql.id(closingTrigger(name, event));
      if (dialect === 'postgres') {
        await sql`drop trigger if exists ${trigger} on ${sql.table(name)}`.execute(tx);
      } else {
        await sql`drop trigger if exists ${trigger}`.execute(tx);
      }
    }
  }
}
