import { limits } from '@duet/contract/limits';
import { audit } from '../accounts/audit.ts';
import { deleteUnreferenced, finishDeletion } from '../media/discard.ts';
import type { Context } from '../platform/context.ts';
import { withSiteLock } from '../platform/db/advisory-lock.ts';
import { refuseClosedSite } from '../platform/db/closed-site.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { mainKeys } from '../platform/storage/keys.ts';
import { Findings } from './findings.ts';
import { isOrphan, type Orphan, rowOf, walkOrphans } from './orphans.ts';
import type { Scan } from './preview.ts';
import { findFileRows } from './store.ts';
import { scanMs, type Walk } from './stored-files.ts';

/** Rows that one transaction marks and removes. */
const rowsAtOnce = 100;
const filesAtOnce = 8;

export interface Deleted extends Scan {
  readonly failed: readonly Orphan[];
  /** It stopped before its end, after it had removed something. */
  readonly interrupted: boolean;
}

/**
 * Looks for orphans again and deletes them as it finds them, as far as the time allows; answers what it really
 * removed, also where it could not go on to the end. What fails is logged, answered, and tried again by the next run.
 * Throws only where nothing was removed, such as READ_ONLY where the site is moved or was.
 */
export function deleteOrphans(
  context: Context,
  { viewer, address }: { readonly viewer: Viewer; readonly address: string },
  walk: Walk,
): Promise<Deleted> {
  const run = async () => {
    await refuseClosedSite(context.db);
    const deleted = await deleteAll(context, walk);
    const { found, failed, interrupted } = deleted;
    const details = {
      directories: walk.directories.join(','),
      files: found.files,
      bytes: found.bytes,
      ...(failed.length > 0 && { failed: failed.length }),
      ...(interrupted && { interrupted }),
    };
    const line = { actorId: viewer.id, action: 'media.cleanup', subjectId: null, details, address };
    // The files are gone whether or not this can be written.
    await context.db
      .write((tx) => audit(context, tx, line))
      .catch((err) => context.log.error({ err, line }, 'a media cleanup could not be audited'));
    return deleted;
  };
  return context.cleanupRuns.semaphore.run(() =>
    withSiteLock(context.config.databaseUrl, 'mediaCleanup', run),
  );
}

async function deleteAll(context: Context, walk: Walk): Promise<Deleted> {
  const until = context.clock.now() + scanMs;
  const found = new Findings();
  const failures = new Findings();
  const deleted = (interrupted: boolean, next?: string): Deleted => ({
    found,
    failed: failures.oldest(),
    next,
    interrupted,
  });
  await retry(context);
  try {
    for await (const { orphans, last } of walkOrphans(context, walk)) {
      const gone = new Set([
        ...(await deleteKnown(context, orphans)),
        ...(await deleteUnknown(context, orphans)),
      ]);
      found.add([...gone]);
      const left = await leftOf(
        context,
        orphans.filter((orphan) => !gone.has(orphan)),
      );
      found.add(left.gone);
      failures.add(left.failed);
      if (context.clock.now() > until) return deleted(false, last);
    }
  } catch (err) {
    if (found.files === 0) throw err;
    context.log.error({ err }, 'a media cleanup could not go on');
    return deleted(true);
  }
  return deleted(false);
}

/** Files with rows: the rows are marked first, so that whoever wants to use one in this moment is refused. */
async function deleteKnown(context: Context, orphans: readonly Orphan[]): Promise<Orphan[]> {
  const ids = [...new Set(orphans.flatMap(({ mediaId }) => mediaId ?? []))];
  const gone = new Set<string>();
  for (let at = 0; at < ids.length; at += rowsAtOnce) {
    const batch = ids.slice(at, at + rowsAtOnce);
    try {
      const releasedUntil = context.confirmedClock.now() - limits.orphan.afterMs;
      for (const { id } of await deleteUnreferenced(context, batch, { releasedUntil })) gone.add(id);
    } catch (err) {
      context.log.error({ err }, 'orphaned files could not be deleted');
      for (const id of batch) context.cleanupRuns.unfinished.add(id);
      for (const id of await finishEach(context, batch)) gone.add(id);
    }
  }
  return orphans.filter(({ mediaId }) => mediaId !== null && gone.has(mediaId));
}

/** One by one, so that a single file that cannot be removed keeps no others. */
async function finishEach(context: Context, ids: readonly string[]): Promise<string[]> {
  const ended: string[] = [];
  for (const id of ids) {
    try {
      if (await finishDeletion(context, id)) ended.push(id);
      context.cleanupRuns.unfinished.delete(id);
    } catch (err) {
      context.log.error({ err, media: id }, 'an orphaned file could not be deleted');
    }
  }
  return ended;
}

async function retry(context: Context): Promise<void> {
  await finishEach(context, [...context.cleanupRuns.unfinished]);
}

/** Files without a row. */
async function deleteUnknown(context: Context, orphans: readonly Orphan[]): Promise<Orphan[]> {
  const waiting = orphans.filter(({ mediaId }) => mediaId === null);
  const gone: Orphan[] = [];
  const work = async () => {
    for (let orphan = waiting.pop(); orphan; orphan = waiting.pop()) {
      if (await deleteStray(context, orphan.key)) gone.push(orphan);
    }
  };
  await Promise.all(Array.from({ length: filesAtOnce }, work));
  return gone;
}

async function deleteStray(context: Context, key: string): Promise<boolean> {
  try {
    const object = await context.storage.stat(key);
    if (!object) return false;
    const rows = await findFileRows(context.db.scan, mainKeys(key));
    if (!isOrphan(object, rowOf(rows, key), context.confirmedClock.now())) return false;
    await context.storage.remove(key);
    return true;
  } catch (err) {
    context.log.error({ err, path: key }, 'an orphaned file could not be deleted');
    return false;
  }
}

interface Left {
  /** Gone all the same: of a row that failed half-way, the files that it had lost by then. */
  readonly gone: readonly Orphan[];
  /** Neither used meanwhile nor gone by another's hand. */
  readonly failed: readonly Orphan[];
}

/** What became of those that were not deleted as a whole. */
async function leftOf(context: Context, orphans: readonly Orphan[]): Promise<Left> {
  if (orphans.length === 0) return { gone: [], failed: [] };
  const rows = await findFileRows(context.db.scan, [...new Set(orphans.flatMap(({ key }) => mainKeys(key)))]);
  const gone: Orphan[] = [];
  const failed: Orphan[] = [];
  for (const orphan of orphans) {
    const object = await context.storage.stat(orphan.key);
    const row = rowOf(rows, orphan.key);
    const going = row?.state === 'deleting' && context.cleanupRuns.unfinished.has(row.id);
    if (!object && going) gone.push(orphan);
    else if (object && (going || isOrphan(object, row, context.confirmedClock.now()))) failed.push(orphan);
  }
  return { gone, failed };
}
