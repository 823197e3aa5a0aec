import type { Reads, Writes } from '../platform/db/database.ts';
import type { UploadSessionRow } from '../platform/db/schema/uploads.ts';

export async function insertSession(tx: Writes, row: UploadSessionRow): Promise<void> {
  await tx.insertInto('upload_sessions').values(row).execute();
}

export const findSession = (reads: Reads, id: string): Promise<UploadSessionRow | undefined> =>
  reads.selectFrom('upload_sessions').selectAll().where('id', '=', id).executeTakeFirst();

/** Those that still take bytes or wait to be finished. */
export const findOpenSessions = (reads: Reads, now: number): Promise<UploadSessionRow[]> =>
  reads
    .selectFrom('upload_sessions')
    .selectAll()
    .where('state', '!=', 'done')
    .where('expires_at', '>', now)
    .execute();

/** Changes an upload that is in `state`; false where it is not. */
export async function changeSession(
  tx: Writes,
  id: string,
  state: UploadSessionRow['state'],
  change: Partial<UploadSessionRow>,
): Promise<boolean> {
  const result = await tx
    .updateTable('upload_sessions')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', state)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Removes an upload that is not done; false where there is none. */
export async function deleteUnfinished(tx: Writes, id: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('upload_sessions')
    .where('id', '=', id)
    .where('state', '!=', 'done')
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Removes those that are over; answers their ids. */
export async function deleteExpired(tx: Writes, now: number): Promise<string[]> {
  const rows = await tx
    .deleteFrom('upload_sessions')
    .where('expires_at', '<=', now)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The uploads that still need the bytes that have come. */
export async function findNeedingBytes(reads: Reads): Promise<ReadonlySet<string>> {
  const rows = await reads.selectFrom('upload_sessions').select('id').where('state', '!=', 'done').execute();
  return new Set(rows.map(({ id }) => id));
}
