import { limits } from '@duet/contract/limits';
import type { Context } from '../platform/context.ts';
import type { MediaRow } from '../platform/db/schema/media.ts';
import { isReadOnly } from '../platform/failure.ts';
import { filesOf } from './files.ts';
import {
  findDeleting,
  findReady,
  findUnfinished,
  markAbandoned,
  markDeleting,
  removeDeleting,
} from './store.ts';

/** Each removal waits for the disk; several at a time let it flush them together. */
const filesAtOnce = 8;

async function removeFiles({ storage }: Context, rows: readonly MediaRow[]): Promise<void> {
  const waiting = rows.flatMap(filesOf).reverse();
  const work = async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) await storage.remove(file);
  };
  const ends = await Promise.allSettled(Array.from({ length: filesAtOnce }, work));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

/** The second half of a deletion: the bytes go, then the row. What fails here is found again by `finishDeletions`. */
async function removeBytes(context: Context, rows: readonly MediaRow[]): Promise<void> {
  await removeFiles(context, rows);
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
 * attaches one of them in the same moment either comes first and keeps it, or gets MEDIA_GONE. `releasedUntil`
 * (milliseconds since 1970) spares what lost its last reference since: a draft's form may still need it.
 */
export async function deleteUnreferenced(
  context: Context,
  ids: readonly string[],
  { releasedUntil = context.clock.now() }: { readonly releasedUntil?: number } = {},
): Promise<MediaRow[]> {
  const rows = await context.db.write((tx) => markDeleting(tx, ids, releasedUntil));
  await removeBytes(context, rows);
  return rows;
}

/** Ends a deletion that failed half-way, at once; false where there is none of this id any more. */
export async function finishDeletion(context: Context, id: string): Promise<boolean> {
  const row = await findDeleting(context.db.read, id);
  if (row) await removeBytes(context, [row]);
  return row !== undefined;
}

/**
 * Takes back an upload that did not become ready. Where that was begun or done already, because it took longer than an
 * orphan's age (a machine that slept), the bytes that came since go too.
 */
export async function abandon(context: Context, upload: MediaRow): Promise<void> {
  const row = await context.db.write((tx) => markAbandoned(tx, upload.id));
  if (row) await removeBytes(context, [row]);
  else if ((await findReady(context.db.read, 'id', [upload.id])).length === 0) {
    await removeFiles(context, [upload]);
  }
}

/** Ends what a stopped process left half done: deletions, and uploads older than an orphan's age. */
export async function finishDeletions(context: Context, signal?: AbortSignal): Promise<void> {
  const before = context.confirmedClock.now() - limits.orphan.afterMs;
  for (const row of await findUnfinished(context.db.read, before)) {
    if (signal?.aborted) return;
    const ending = row.state === 'pending' ? abandon(context, row) : removeBytes(context, [row]);
    await ending.catch((err) => {
      if (!isReadOnly(err)) context.log.error({ err, path: row.path }, 'a file could not be deleted');
    });
  }
  await context.storage
    .removeUnfinished(before)
    .catch((err) => context.log.warn({ err }, 'what unfinished writes have left could not be removed'));
}
