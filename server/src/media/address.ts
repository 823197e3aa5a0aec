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

const anyOrigin = /^https?:\/\/[\w.:[\]-]+(?=\/)/i;

/** The length of the address's origin where that is the site's own; 0 where there is none, or a foreign one. */
function ownOriginLength(address: string, publicUrl: string | null): number {
  const origin = publicUrl === null ? (anyOrigin.exec(address)?.[0] ?? '') : new URL(publicUrl).origin;
  return address.startsWith(`${origin}/`) ? origin.length : 0;
}

/**
 * The storage path that an address in a post means: relative or of the site's own origin (`publicUrl`), with or
 * without the query of a signature. A site that was not told its origin takes any: a path says enough, because
 * nobody guesses one. Null for everything else, thumbnails included.
 */
export function pathOf(address: string, publicUrl: string | null): string | null {
  const [pathname = ''] = address.slice(ownOriginLength(address, publicUrl)).split(/[?#]/, 1);
  const path = storagePath(pathname);
  return path === null || isThumbnailKey(path) ? null : path;
}
