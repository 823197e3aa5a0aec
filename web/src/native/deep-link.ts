/** The app's own scheme: duet://post/{id}. */
const scheme = 'duet:';
const pathShape = /^\/post\/[\w-]+$/;

/** The path of the app that a link leads to: `/post/{id}` of the app's scheme or of the site; null for any other. */
export function pathOfLink(link: string, site: string): string | null {
  if (!URL.canParse(link)) return null;
  const { protocol, host, origin, pathname } = new URL(link);
  const own = protocol === scheme;
  if (!own && origin !== site) return null;
  // duet://post/1 has `post` for a host where the scheme is known to browsers, else it stands in the path.
  const path = own ? `/${host}${pathname}`.replace(/^\/+/, '/') : pathname;
  return pathShape.test(path) ? path : null;
}
