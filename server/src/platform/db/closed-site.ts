import { sql } from 'kysely';
import { Failure } from '../failure.ts';
import type { Reads } from './database.ts';
import type { DialectName } from './migrations/migration.ts';

/** What a database says that is closed to writing, because its site is moved or was moved (server/src/move). */
export const closedSite = 'DUET_READ_ONLY';
/** The last part of a move takes about as long. */
export const closedRetrySeconds = 30;

/** The trigger that refuses one kind of change of a table. */
export const closingTrigger = (table: string, event: 'insert' | 'update' | 'delete'): string =>
  `duet_closed_${table}_${event}`;

/** Whether a site is being moved into this database, so that it holds a part of it. */
export async function isUnfinishedMove({
  dialect,
  read,
}: {
  dialect: DialectName;
  read: Reads;
}): Promise<boolean> {
  const { rows } =
    dialect === 'postgres'
      ? await sql`select 1 where to_regclass('unfinished_move') is not null`.execute(read)
      : await sql`select 1 from sqlite_master where name = 'unfinished_move'`.execute(read);
  return rows.length > 0;
}

/** Whether the database refuses to be written because the site is moved or was moved. */
export async function isClosedSite({
  dialect,
  read,
}: {
  dialect: DialectName;
  read: Reads;
}): Promise<boolean> {
  const trigger = closingTrigger('users', 'insert');
  const { rows } =
    dialect === 'postgres'
      ? await sql`select 1 from pg_trigger where tgname = ${trigger}
          and tgrelid = to_regclass('users')`.execute(read)
      : await sql`select 1 from sqlite_master where name = ${trigger}`.execute(read);
  return rows.length > 0;
}

/**
 * For what changes the store and not the database, which would refuse it: after a move the site's new place may have the same one.
 * Throws READ_ONLY.
 */
export async function refuseClosedSite(db: Parameters<typeof isClosedSite>[0]): Promise<void> {
  if (await isClosedSite(db)) throw new Failure('READ_ONLY', { retryAfterSeconds: closedRetrySeconds });
}
