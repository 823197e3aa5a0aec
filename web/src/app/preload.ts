import { matchPath } from 'react-router-dom';
import { connection } from '../api/connection.ts';
import { idle, sleep } from '../device/wait.ts';
import { loadCommentsBeneath } from '../features/comments/index.ts';
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

const loadScreenAt = (pathname: string): Promise<unknown> | undefined =>
  routes
    .find(({ path }) => matchPath(path, pathname))
    ?.screen.load()
    .catch(ignore);

/**
 * Loads the code of the screen that the address asks for beside everything else that starts, and takes up the first
 * page of the feed. Resolves when the screen can be rendered, or takes too long.
 */
export async function preloadFirstScreen(): Promise<void> {
  const pathname = location.pathname === '/' ? '/home' : location.pathname;
  const isFeed = pathname === '/home' && location.search === '';
  const feed = isFeed && Promise.race([prefetchFeed(), sleep(feedPatienceMs)]);
  await Promise.race([loadScreenAt(pathname), sleep(patienceMs)]);
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

/**
 * Loads the code of the screen that a link leads to while a finger or a pointer comes to lie on it: by the press it is mostly
 * there, and what is pressed opens at once, a post with the comments beneath it. Not without a network: browsers keep in mind that
 * a module could not be loaded (whatwg/html#6768), and nothing has been asked for yet.
 */
export function preloadPointedScreens(): void {
  addEventListener('pointerover', async ({ target }) => {
    const link = target instanceof Element && target.closest('a');
    if (!link || link.origin !== location.origin || !connection.isConnected()) return;
    await loadScreenAt(link.pathname);
    if (link.pathname.startsWith('/post/')) await loadCommentsBeneath().catch(ignore);
  });
}
