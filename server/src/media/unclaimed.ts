import { extname } from 'node:path';
import type { Context } from '../platform/context.ts';
import type { Servable } from './servable.ts';
import { isKnownPath } from './store.ts';

const typeOf: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.ogg': 'video/ogg',
  '.mov': 'video/quicktime',
};

/**
 * A file of the store that no row knows, as an admin looks at it before it is cleaned away; never public. What a row
 * knows in whatever state is not among them.
 */
export async function findUnclaimed(context: Context, path: string): Promise<Servable | undefined> {
  if (await isKnownPath(context.db.read, path)) return undefined;
  const stored = await context.storage.stat(path);
  if (!stored) return undefined;
  return {
    content_type: typeOf[extname(path)] ?? 'application/octet-stream',
    size: stored.size,
    // Written once under a name that nobody else has: the name says as much as a hash of the bytes.
    sha256: path.replaceAll(/[^a-z2-7]/g, '').slice(-32),
    created_at: stored.modifiedAt,
    kind: path.startsWith('videos/') ? 'video' : 'photo',
    isPublic: false,
    isOfSite: false,
  };
}
