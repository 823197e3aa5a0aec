import { isKey, isThumbnailKey } from '../platform/storage/keys.ts';

const prefix = '/media/';

/** The address of a stored file, relative to the site; whoever may see it without a signature opens it by this. */
export const mediaAddress = (path: string): string => `${prefix}${path}`;

/** The storage path in the path of a request or address; null where it is not letter for letter one of ours. */
export function storagePath(pathname: string): string | null {
  if (!pathname.startsWith(prefix)) return null;
  const path = pathname.slice(prefix.length);
  return isKey(path) ? path : null;
}

/**
 * The storage path that an address in a post means: relative or of the site's own origin (`publicUrl`), with or
 * without the query of a signature. Null for everything else, thumbnails included.
 */
export function pathOf(address: string, publicUrl: string | null): string | null {
  const local = publicUrl !== null && address.startsWith(`${new URL(publicUrl).origin}/`);
  const start = local ? new URL(publicUrl).origin.length : 0;
  const [pathname = ''] = address.slice(start).split(/[?#]/, 1);
  const path = storagePath(pathname);
  return path === null || isThumbnailKey(path) ? null : path;
}
