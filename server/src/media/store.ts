import type { ExpressionBuilder } from 'kysely';
import type { Reads, Writes } from '../platform/db/database.ts';
import type { MediaRefRow, MediaRow } from '../platform/db/schema/media.ts';
import type { Schema } from '../platform/db/schema.ts';
import { mainKeys } from '../platform/storage/keys.ts';
import { inBatches } from './batches.ts';
import { rowOfFile } from './files.ts';
import type { Owner } from './owner.ts';

export type Role = MediaRefRow['role'];

export async function insertMedia(tx: Writes, row: MediaRow): Promise<void> {
  await tx.insertInto('media').values(row).execute();
}

/** `pending` becomes `ready`; false where it is not pending any more. */
export async function markReady(
  tx: Writes,
  id: string,
  written: Pick<MediaRow, 'size' | 'sha256'>,
): Promise<boolean> {
  const result = await tx
    .updateTable('media')
    .set({ state: 'ready', ...written })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Which of these are ready, by id or by path. */
export async function findReady(
  reads: Reads,
  by: 'id' | 'path',
  values: readonly string[],
): Promise<MediaRow[]> {
  return inBatches(values, (batch) =>
    reads
      .selectFrom('media')
      .selectAll()
      .where(by, 'in', [...batch])
      .where('state', '=', 'ready')
      .execute(),
  );
}

const unreferenced = ({ not, exists, selectFrom }: ExpressionBuilder<Schema, 'media'>) =>
  not(exists(selectFrom('media_refs').select('media_id').whereRef('media_refs.media_id', '=', 'media.id')));

/** `ready` becomes `deleting` where nothing refers to it, nor has since `releasedUntil`; answers those that changed. */
export async function markDeleting(
  tx: Writes,
  ids: readonly string[],
  releasedUntil: number,
): Promise<MediaRow[]> {
  return inBatches(ids, (batch) =>
    tx
      .updateTable('media')
      .set({ state: 'deleting' })
      .where('id', 'in', [...batch])
      .where('state', '=', 'ready')
      .where(unreferenced)
      .where(({ or, eb }) => or([eb('released_at', 'is', null), eb('released_at', '<=', releasedUntil)]))
      .returningAll()
      .execute(),
  );
}

/** `pending` becomes `deleting`: an upload that failed. */
export async function markAbandoned(tx: Writes, id: string): Promise<MediaRow | undefined> {
  return tx
    .updateTable('media')
    .set({ state: 'deleting' })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirst();
}

/** What a process left behind: deletions that did not end, and uploads that began before `pendingBefore`. */
export async function findUnfinished(reads: Reads, pendingBefore: number): Promise<MediaRow[]> {
  return reads
    .selectFrom('media')
    .selectAll()
    .where(({ or, and, eb }) =>
      or([
        eb('state', '=', 'deleting'),
        and([eb('state', '=', 'pending'), eb('created_at', '<', pendingBefore)]),
      ]),
    )
    .execute();
}

export async function findDeleting(reads: Reads, id: string): Promise<MediaRow | undefined> {
  return reads
    .selectFrom('media')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'deleting')
    .executeTakeFirst();
}

/** Forgets files whose bytes are gone. */
export async function removeDeleting(tx: Writes, ids: readonly string[]): Promise<void> {
  await inBatches(ids, async (batch) => {
    await tx
      .deleteFrom('media')
      .where('id', 'in', [...batch])
      .where('state', '=', 'deleting')
      .execute();
    return [];
  });
}

/** Says since when nothing refers to these any more; passes over those that something does refer to. */
export async function markReleased(tx: Writes, ids: readonly string[], now: number): Promise<string[]> {
  const rows = await inBatches(ids, (batch) =>
    tx
      .updateTable('media')
      .set({ released_at: now })
      .where('id', 'in', [...batch])
      .where(unreferenced)
      .returning('id')
      .execute(),
  );
  return rows.map(({ id }) => id);
}

export async function clearReleased(tx: Writes, ids: readonly string[]): Promise<void> {
  await inBatches(ids, async (batch) => {
    await tx
      .updateTable('media')
      .set({ released_at: null })
      .where('id', 'in', [...batch])
      .where('released_at', 'is not', null)
      .execute();
    return [];
  });
}

/** Removes an owner's references, of one role or all; answers what they referred to. */
export async function removeRefs(tx: Writes, owner: Owner, role: Role | null): Promise<string[]> {
  const rows = await tx
    .deleteFrom('media_refs')
    .where('owner_type', '=', owner.type)
    .where('owner_id', '=', owner.id)
    .$if(role !== null, (query) => query.where('role', '=', role as Role))
    .returning('media_id')
    .execute();
  return [...new Set(rows.map(({ media_id }) => media_id))];
}

/** Whoever refers to one file refers to another from now on; answers how many do. */
export async function moveRefs(tx: Writes, from: string, to: string): Promise<number> {
  const result = await tx
    .updateTable('media_refs')
    .set({ media_id: to })
    .where('media_id', '=', from)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

export async function insertRefs(tx: Writes, rows: readonly MediaRefRow[]): Promise<void> {
  await inBatches(rows, async (batch) => {
    await tx
      .insertInto('media_refs')
      .values([...batch])
      .execute();
    return [];
  });
}

/** Whether a row says of this path what it is, in whatever state. */
export async function isKnownPath(reads: Reads, path: string): Promise<boolean> {
  const rows = await reads
    .selectFrom('media')
    .select(['path', 'thumbnail_path', 'source_widths'])
    .where('path', 'in', mainKeys(path))
    .execute();
  return rowOfFile(rows, path) !== undefined;
}

/** Whether there is such a post, published or not. */
export async function postExists(reads: Reads, id: string): Promise<boolean> {
  return (await reads.selectFrom('posts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
