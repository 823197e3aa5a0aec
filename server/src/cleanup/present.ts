import type { MediaCleanup, OrphanedFile } from '@duet/contract/cleanup/shapes';
import { addressFor } from '../media/addressed.ts';
import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/handler.ts';
import type { Orphan } from './orphans.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Orphans with what they take, as an admin who may open them gets them. */
export function presentOrphans(context: Context, orphans: readonly Orphan[], viewer: Viewer): MediaCleanup {
  const now = context.clock.now();
  const orphanedFiles = orphans.map(
    ({ key, directory, size, since }): OrphanedFile => ({
      directory,
      filename: key.slice(key.lastIndexOf('/') + 1),
      size,
      age: Math.floor(Math.max(0, now - since) / dayMs),
      url: addressFor(context, key, { userId: viewer.id }),
    }),
  );
  const savedSpace = orphans.reduce((sum, { size }) => sum + size, 0);
  return { stats: { removed: orphans.length, savedSpace }, orphanedFiles };
}
