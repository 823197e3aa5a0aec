import { parsedUrl } from '../device/parsed-url.ts';

/** The app's own scheme: duet://post/{id}. */
const scheme = 'duet:';
const pathShape = /^\/post\/[\w-]+$/;

/** The path of the app that a link leads to: `/post/{id}` of the app's scheme or of the site; null for any other. */
export function pathOfLink(link: string, site: string): string | null {
  const url = parsedUrl(link);
  if (!url) return null;
  const { protocol, host, origin, pathname } = url;
  const own = protocol === scheme;
  if (!own && origin !== site) return null;
  // duet://post/1 has `post` for a host where the scheme is known to browsers, else it stands in the path.
  const path = own ? `/${host}${pathname}`.replace(/^\/+/, '/') : pathname;
  return pathShape.test(path) ? path : null;
}

/**
 * The path of the site that a notification of a phone leads to, as offline/notification.ts has it for a browser's: what a service
 * worker shares with the app would become a file of its own, which it could not import.
 */
export function pathInside(url: string, site: string): string | null {
  const target = url.startsWith('/') ? parsedUrl(url, site) : null;
  return target?.origin === site ? target.pathname + target.search + target.hash : null;
}
