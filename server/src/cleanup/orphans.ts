import type { MediaDirectory } from '@duet/contract/cleanup/shapes';
import { limits } from '@duet/contract/limits';
import type { Context } from '../platform/context.ts';
import { isThumbnailKey } from '../platform/storage/keys.ts';
import type { StoredObject } from '../platform/storage/storage.ts';
import { type FileRow, findFileRows } from './store.ts';
import { storedPages } from './stored-files.ts';

/** A stored file that nothing refers to and that is old enough to be no part of anything in flight. */
export interface Orphan {
  readonly key: string;
  readonly directory: MediaDirectory;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970: when its row, else its bytes, were written. */
  readonly since: number;
  /** The row that it belongs to; null where no row knows it. */
  readonly mediaId: string | null;
}

/** `photos/ab/ab…_thumb.jpg` belongs to `photos/ab/ab….jpg`. */
const mainKey = (key: string): string => (isThumbnailKey(key) ? key.replace('_thumb.', '.') : key);

/** The row that speaks for a file: of a picture for its thumbnail too, where the picture has this one. */
export function rowOf(rows: ReadonlyMap<string, FileRow>, key: string): FileRow | undefined {
  const row = rows.get(mainKey(key));
  return row && (row.path === key || row.thumbnail_path === key) ? row : undefined;
}

/**
 * The one rule of preview and deletion (trust.md §6): older than 24 hours since it came and since it was let go,
 * and nothing refers to it. What is on its way in or out (`pending`, `deleting`) is left to those who move it.
 */
export function isOrphan(object: StoredObject, row: FileRow | undefined, now: number): boolean {
  const before = now - limits.orphan.afterMs;
  if (!row) return object.modifiedAt < before;
  const { state, referenced, created_at, released_at } = row;
  return state === 'ready' && !referenced && created_at < before && (released_at ?? 0) < before;
}

/** The orphans of a folder, in the order of their names. */
export async function findOrphans(context: Context, directory: MediaDirectory): Promise<Orphan[]> {
  const now = context.clock.now();
  const orphans: Orphan[] = [];
  for await (const objects of storedPages(context, directory)) {
    const paths = [...new Set(objects.map(({ key }) => mainKey(key)))];
    const rows = await findFileRows(context.db.read, paths);
    for (const object of objects) {
      const row = rowOf(rows, object.key);
      if (!isOrphan(object, row, now)) continue;
      const since = row?.created_at ?? object.modifiedAt;
      orphans.push({ key: object.key, directory, size: object.size, since, mediaId: row?.id ?? null });
    }
  }
  return orphans;
}

/** The orphans of several folders, the oldest first. */
export async function findAllOrphans(
  context: Context,
  directories: readonly MediaDirectory[],
): Promise<Orphan[]> {
  const found: Orphan[] = [];
  for (const directory of new Set(directories)) found.push(...(await findOrphans(context, directory)));
  return found.toSorted((a, b) => a.since - b.since);
}
