import type { MediaDirectory } from '@duet/contract/cleanup/shapes';
import { audit } from '../accounts/audit.ts';
import { deleteUnreferenced } from '../media/discard.ts';
import type { Context } from '../platform/context.ts';
import { Mutex } from '../platform/db/mutex.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { findAllOrphans, isOrphan, type Orphan, rowOf } from './orphans.ts';
import { findFileRows } from './store.ts';

/** A run ends in time for its answer to arrive; what it leaves is for the next. */
const runForMs = 20_000;

/** One run at a time in a process. Runs of several servers cannot harm each other: each file is asked for again. */
const running = new Mutex();

/** Looks for orphans again and deletes them, file by file; answers those that it really removed. */
export function deleteOrphans(
  context: Context,
  { viewer, address }: { readonly viewer: Viewer; readonly address: string },
  directories: readonly MediaDirectory[],
): Promise<Orphan[]> {
  return running.hold(async () => {
    const removed = await removeAll(context, await findAllOrphans(context, directories));
    const bytes = removed.reduce((sum, { size }) => sum + size, 0);
    await context.db.write((tx) =>
      audit(context, tx, {
        actorId: viewer.id,
        action: 'media.cleanup',
        subjectId: null,
        details: { directories: directories.join(','), files: removed.length, bytes },
        address,
      }),
    );
    return removed;
  });
}

async function removeAll(context: Context, orphans: readonly Orphan[]): Promise<Orphan[]> {
  const until = context.clock.now() + runForMs;
  const removed: Orphan[] = [];
  const rowsDone = new Map<string, boolean>();
  for (const orphan of orphans) {
    if (context.clock.now() > until) break;
    const { mediaId } = orphan;
    // A picture and its thumbnail are two files of one row and go together.
    const before = mediaId === null ? undefined : rowsDone.get(mediaId);
    const gone = before ?? (await removeOne(context, orphan));
    if (mediaId) rowsDone.set(mediaId, gone);
    if (gone) removed.push(orphan);
  }
  return removed;
}

/** Whether it is gone; one that fails is logged, and the others go on. */
async function removeOne(context: Context, { key, mediaId }: Orphan): Promise<boolean> {
  try {
    if (mediaId) return (await deleteUnreferenced(context, [mediaId])).length > 0;
    const object = await context.storage.stat(key);
    if (!object) return false;
    const rows = await findFileRows(context.db.read, [key, key.replace('_thumb.', '.')]);
    if (!isOrphan(object, rowOf(rows, key), context.clock.now())) return false;
    await context.storage.remove(key);
    return true;
  } catch (err) {
    context.log.error({ err, path: key }, 'an orphaned file could not be deleted');
    return false;
  }
}
