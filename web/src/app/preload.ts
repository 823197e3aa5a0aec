import { matchPath } from 'react-router-dom';
import { currentSession, onSessionChange } from '../session/session.ts';
import { routes } from './routes.tsx';

const ignore = () => undefined;

/** Loads the code of the screen that the address asks for beside everything else that starts. */
export function preloadFirstScreen(): void {
  const pathname = location.pathname === '/' ? '/home' : location.pathname;
  routes
    .find(({ path }) => matchPath(path, pathname))
    ?.load()
    .catch(ignore);
}

/**
 * Loads the screens that a signed-in person is likely to open next once nothing else is to do, so that they open
 * without waiting. A guest's first page stays small.
 */
export function preloadNextScreens(): void {
  const next = ['/post/:id', '/messages', '/profile'];
  let done = false;
  const preload = () => {
    if (done || !currentSession().user) return;
    done = true;
    const load = () => {
      for (const { path, load } of routes) if (next.includes(path)) load().catch(ignore);
    };
    if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: 5000 });
    else setTimeout(load, 2000);
  };
  onSessionChange(preload);
  preload();
}
