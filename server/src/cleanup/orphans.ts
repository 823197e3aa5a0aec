import type { OrphanReason } from '@duet/contract/cleanup/constants';
import type { MediaDirectory } from '@duet/contract/cleanup/shapes';
import { limits } from '@duet/contract/limits';
import { rowOfFile } from '../media/files.ts';
import type { Context } from '../platform/context.ts';
import { mainKeys } from '../platform/storage/keys.ts';
import type { StoredObject } from '../platform/storage/storage.ts';
import { type FileRow, findFileRows } from './store.ts';
import { type StoredPage, type Walk, walkStored } from './stored-files.ts';

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
  readonly reason: OrphanReason;
}

/** The row that speaks for a file: of a picture for its thumbnail and smaller sizes too, where it has this one. */
export function rowOf(rows: ReadonlyMap<string, FileRow>, key: string): FileRow | undefined {
  const found = mainKeys(key).flatMap((main) => rows.get(main) ?? []);
  return rowOfFile(found, key);
}

/**
 * The one rule of preview and deletion (security.md §6): older than 24 hours since it came and since its last reference went,
 * and nothing refers to it. What is on its way in or out (`pending`, `deleting`) is left to those who move it.
 */
export function isOrphan(object: StoredObject, row: FileRow | undefined, now: number): boolean {
  const before = now - limits.orphan.afterMs;
  if (!row) return object.modifiedAt < before;
  const { state, referenced, created_at, released_at } = row;
  return state === 'ready' && !referenced && created_at < before && (released_at ?? 0) < before;
}

function reasonOf(row: FileRow | undefined): OrphanReason {
  if (!row) return 'unknown';
  return row.released_at === null ? 'neverUsed' : 'released';
}

interface OrphanPage {
  readonly orphans: readonly Orphan[];
  /** Where the page ends, orphan or not. */
  readonly last: string;
}

/** The orphans of these folders, page by page. */
export async function* walkOrphans(context: Context, walk: Walk): AsyncGenerator<OrphanPage> {
  for await (const page of walkStored(context, walk)) {
    yield { orphans: await orphansOf(context, page), last: page.last };
  }
}

async function orphansOf(context: Context, { directory, objects }: StoredPage): Promise<Orphan[]> {
  const now = context.confirmedClock.now();
  const paths = [...new Set(objects.flatMap(({ key }) => mainKeys(key)))];
  const rows = await findFileRows(context.db.scan, paths);
  return objects.flatMap((object) => {
    const { key, size } = object;
    const row = rowOf(rows, key);
    if (!isOrphan(object, row, now)) return [];
    const since = row?.created_at ?? object.modifiedAt;
    return [{ key, directory, size, since, mediaId: row?.id ?? null, reason: reasonOf(row) }];
  });
}
