import type { Context } from '../platform/context.ts';
import { contentTypeOf } from '../platform/storage/content-types.ts';
import type { Servable } from './servable.ts';
import { isKnownPath } from './store.ts';

/**
 * A file of the store that no row knows, as an admin looks at it before it is cleaned away; never public. What a row
 * knows in whatever state is not among them.
 */
export async function findOrphanedFile(context: Context, path: string): Promise<Servable | undefined> {
  if (await isKnownPath(context.db.read, path)) return undefined;
  const stored = await context.storage.stat(path);
  if (!stored) return undefined;
  return {
    content_type: contentTypeOf(path),
    size: stored.size,
    // Written once under a name that nobody else has: the name says as much as a hash of the bytes.
    sha256: path.replaceAll(/[^a-z2-7]/g, '').slice(-32),
    created_at: stored.modifiedAt,
    kind: path.startsWith('videos/') ? 'video' : 'photo',
    isPublic: false,
    isOfSite: false,
  };
}
