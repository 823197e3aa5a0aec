import { matchPath } from 'react-router-dom';
import { prefetchFeed } from '../features/posts/index.ts';
import { followPerson } from '../session/session.ts';
import { routes } from './routes.tsx';

/** Whoever opens the screen loads its code again, and is told where that fails. */
const ignore = () => undefined;

/** How long the splash may stand for a screen's code; after that a page that says so is better. */
const patienceMs = 6000;

/** How long it may stand for the feed's answer, which is mostly there before the app: posts are then made with the page, once. */
const feedPatienceMs = 500;

const late = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Loads the code of the screen that the address asks for beside everything else that starts, and takes up the first
 * page of the feed. Resolves when the screen can be rendered, or takes too long.
 */
export async function preloadFirstScreen(): Promise<void> {
  const pathname = location.pathname === '/' ? '/home' : location.pathname;
  const isFeed = pathname === '/home' && location.search === '';
  const feed = isFeed && Promise.race([prefetchFeed(), late(feedPatienceMs)]);
  const route = routes.find(({ path }) => matchPath(path, pathname));
  await Promise.race([route?.screen.load().catch(ignore), late(patienceMs)]);
  await feed;
}

/**
 * Loads the screens that a signed-in person is likely to open next once nothing else is to do, so that they open
 * without waiting. A guest's first page stays small.
 */
export function preloadNextScreens(): void {
  const next = ['/post/:id', '/messages', '/profile'];
  let done = false;
  followPerson((user) => {
    if (done || !user) return;
    done = true;
    const load = () => {
      for (const { path, screen } of routes) if (next.includes(path)) screen.load().catch(ignore);
    };
    if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: 5000 });
    else setTimeout(load, 2000);
  });
}
