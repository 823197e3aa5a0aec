import type { MediaCleanup, OrphanedFile } from '@duet/contract/cleanup/shapes';
import { dayMs } from '@duet/contract/limits';
import { urlFor } from '../media/picture-urls.ts';
import type { Context } from '../platform/context.ts';
import { granteeOf } from '../platform/http/grantee.ts';
import type { Viewer } from '../platform/http/handler.ts';
import type { Deleted } from './execute.ts';
import type { Orphan } from './orphans.ts';
import type { Scan } from './preview.ts';

/** Orphans with what they take, as an admin who may open them gets them. */
export function presentOrphans(context: Context, scan: Scan | Deleted, viewer: Viewer): MediaCleanup {
  const { found, next } = scan;
  const { failed = [], interrupted = false } = scan as Partial<Deleted>;
  const present = (orphans: readonly Orphan[]) =>
    orphans.map((orphan) => presentOrphan(context, orphan, viewer));
  return {
    stats: { removed: found.files, savedSpace: found.bytes },
    orphanedFiles: present(found.oldest()),
    ...(failed.length > 0 ? { failedFiles: present(failed) } : {}),
    ...(interrupted && { interrupted }),
    ...(next === undefined ? {} : { next }),
  };
}

function presentOrphan(
  context: Context,
  { key, directory, size, since, reason }: Orphan,
  viewer: Viewer,
): OrphanedFile {
  return {
    directory,
    filename: key.slice(key.lastIndexOf('/') + 1),
    size,
    age: Math.floor(Math.max(0, context.clock.now() - since) / dayMs),
    url: urlFor(context, key, { grantee: granteeOf(viewer) }),
    reason,
  };
}
