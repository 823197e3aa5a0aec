import { limits } from '@duet/contract/limits';
import type { Context } from '../platform/context.ts';
import type { MediaRow } from '../platform/db/schema/media.ts';
import { findUnfinished, markAbandoned, markDeleting, removeDeleting } from './store.ts';

/** The second half of a deletion: the bytes go, then the row. What fails here is found again by `finishDeletions`. */
async function removeBytes(context: Context, rows: readonly MediaRow[]): Promise<void> {
  for (const { path, thumbnail_path } of rows) {
    await context.storage.remove(path);
    if (thumbnail_path !== null) await context.storage.remove(thumbnail_path);
  }
  if (rows.length === 0) return;
  await context.db.write((tx) =>
    removeDeleting(
      tx,
      rows.map(({ id }) => id),
    ),
  );
}

/**
 * Deletes those of these files that are ready and that nothing refers to in this moment; answers them. Whoever
 * attaches one of them in the same moment either comes first and keeps it, or gets MEDIA_GONE.
 */
export async function deleteUnreferenced(context: Context, ids: readonly string[]): Promise<MediaRow[]> {
  const rows = await context.db.write((tx) => markDeleting(tx, ids));
  await removeBytes(context, rows);
  return rows;
}

/** Takes back an upload that did not become ready. */
export async function abandon(context: Context, id: string): Promise<void> {
  const row = await context.db.write((tx) => markAbandoned(tx, id));
  if (row) await removeBytes(context, [row]);
}

/** Ends what a stopped process left half done: deletions, and uploads older than an orphan's age. */
export async function finishDeletions(context: Context): Promise<void> {
  const before = context.clock.now() - limits.orphan.afterMs;
  for (const row of await findUnfinished(context.db.read, before)) {
    const ending = row.state === 'pending' ? abandon(context, row.id) : removeBytes(context, [row]);
    await ending.catch((err) => context.log.error({ err, path: row.path }, 'a file could not be deleted'));
  }
}
