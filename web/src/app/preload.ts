import { matchPath } from 'react-router-dom';
import { idle, sleep } from '../device/wait.ts';
import { loadViewer, prefetchFeed } from '../features/posts/index.ts';
import { loadLoginPrompt } from '../session/LoginPrompt.tsx';
import { followPerson } from '../session/session.ts';
import { routes } from './routes.tsx';

/** Whoever opens the screen loads its code again, and is told where that fails. */
const ignore = () => undefined;

/** How long the splash may stand for a screen's code; after that a page that says so is better. */
const patienceMs = 6000;

/** How long it may stand for the feed's answer, which is mostly there before the app: posts are then made with the page, once. */
const feedPatienceMs = 500;

/**
 * Loads the code of the screen that the address asks for beside everything else that starts, and takes up the first
 * page of the feed. Resolves when the screen can be rendered, or takes too long.
 */
export async function preloadFirstScreen(): Promise<void> {
  const pathname = location.pathname === '/' ? '/home' : location.pathname;
  const isFeed = pathname === '/home' && location.search === '';
  const feed = isFeed && Promise.race([prefetchFeed(), sleep(feedPatienceMs)]);
  const route = routes.find(({ path }) => matchPath(path, pathname));
  await Promise.race([route?.screen.load().catch(ignore), sleep(patienceMs)]);
  await feed;
}

/**
 * Loads what a signed-in person is likely to open next, the viewer and some screens, once nothing else is to do and one
 * after the other, so that it opens without waiting and none keeps a slow phone busy. A guest's first page stays small:
 * what asks them to sign in comes once it stands, also for when there is no network.
 */
export function preloadNextScreens(): void {
  const paths = ['/post/:id', '/messages', '/profile'];
  const screens = routes.filter(({ path }) => paths.includes(path)).map(({ screen }) => screen.load);
  const ofMembers = [loadViewer, ...screens];
  const ofGuests = [loadLoginPrompt];
  followPerson(async (user) => {
    for (const load of (user ? ofMembers : ofGuests).splice(0)) {
      await idle();
      await load().catch(ignore);
    }
  });
}
