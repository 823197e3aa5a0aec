import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { mediaAddress } from '../api/client.ts';
import { pathOfLink } from '../native/deep-link.ts';
import { native } from '../native/platform.ts';

/** Opens in the app what links to the app: `duet://post/{id}`, the site's posts, and touched notifications. */
export function useAppLinks(): void {
  const navigate = useRef(useNavigate());
  navigate.current = useNavigate();
  useEffect(() => {
    const site = new URL(mediaAddress('/'), location.href).origin;
    const go = (path: string | null) => {
      if (path && path !== location.pathname) navigate.current(path);
    };
    native().onLink((link) => go(pathOfLink(link, site)));
    native().onPushOpened((path) => go(pathOfLink(new URL(path, site).href, site)));
  }, []);
}
