import { mediaAddress } from '../api/client.ts';
import { pathInside, pathOfLink } from '../native/deep-link.ts';
import { native } from '../native/platform.ts';

/** Opens in the native app what leads to it: `duet://post/{id}`, the site's posts, and touched notifications. */
export function followAppLinks(navigate: (path: string) => void): void {
  const site = new URL(mediaAddress('/'), location.href).origin;
  const go = (path: string | null) => {
    const { pathname, search, hash } = location;
    if (path && path !== pathname && path !== pathname + search + hash) navigate(path);
  };
  native().onLink((link) => go(pathOfLink(link, site)));
  native().onPushOpened((url) => go(pathInside(url, site)));
}
