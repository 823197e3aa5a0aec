import { isKey, isThumbnailKey } from '../platform/storage/keys.ts';
import { mediaPrefix } from '../platform/storage/media-url.ts';

/** The storage path in the path of a request or URL; null where it is not letter for letter one of ours. */
export function storagePath(pathname: string): string | null {
  if (!pathname.startsWith(mediaPrefix)) return null;
  const path = pathname.slice(mediaPrefix.length);
  return isKey(path) ? path : null;
}

const anyOrigin = /^https?:\/\/[\w.:[\]-]+(?=\/)/i;

/** The length of the URL's origin where that is the site's own; 0 where there is none, or a foreign one. */
function ownOriginLength(url: string, publicUrl: string | null): number {
  const origin = publicUrl === null ? (anyOrigin.exec(url)?.[0] ?? '') : new URL(publicUrl).origin;
  return url.startsWith(`${origin}/`) ? origin.length : 0;
}

/**
 * The storage path that a URL in a post means: relative or of the site's own origin (`publicUrl`), with or
 * without the query of a signature. A site without `DUET_PUBLIC_URL` takes any origin: a path says enough, because
 * nobody guesses one. Null for everything else, thumbnails included.
 */
export function pathOf(url: string, publicUrl: string | null): string | null {
  const [pathname = ''] = url.slice(ownOriginLength(url, publicUrl)).split(/[?#]/, 1);
  const path = storagePath(pathname);
  return path === null || isThumbnailKey(path) ? null : path;
}
