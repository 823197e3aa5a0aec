// Runs by itself before the app's own code has come: asks for the feed's first page, which travels while the app does,
// and for its first pictures, which travel while the app begins. `api/early-answer.ts` hands the answer over.
import type { Post } from '@duet/contract/posts/shapes';
import type { EarlyCall } from '../api/early-answer.ts';
import { gridOf, placeOf } from '../features/posts/gallery/grid.ts';
import { picturesOf } from '../features/posts/picture/pictures.ts';
import { sizesOf, sourceSet } from '../features/posts/picture/source-set.ts';

/** The call that the feed makes first; a test compares it with the feed's own. */
const feed = '/api/posts?page=1&limit=20&sort=created_at&order=desc';

/** Posts whose first picture is likely in sight. */
const inSight = 2;

function keptToken(): string | null {
  try {
    return localStorage.getItem('duet.token');
  } catch {
    // Where nothing may be kept, nobody is signed in.
    return null;
  }
}

function askForFeed(): void {
  const token = keptToken();
  const headers = new Headers({ Accept: 'application/json' });
  if (token) headers.set('Authorization', `Bearer ${token}`);
  const response = fetch(feed, { headers, credentials: 'omit' });
  // A failure is heard by who takes the answer; the pictures are a courtesy.
  response.then(askForPictures).catch(() => undefined);
  const call: EarlyCall = { url: feed, token, at: performance.now(), response };
  Object.assign(globalThis, { duetEarly: call });
}

/** The app's own script; it is the only one that Vite marks so. */
const appScript = 'script[type="module"][crossorigin]';

/** On a slow line pictures that came beside the app would hold it back, and nothing shows without it. */
function appHasCome(): Promise<void> {
  return new Promise((resolve) => {
    const app = document.querySelector<HTMLScriptElement>(appScript);
    if (!app) return resolve();
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName(app.src).length === 0) return;
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: 'resource', buffered: true });
  });
}

async function askForPictures(response: Response): Promise<void> {
  const { data } = (await response.clone().json()) as { data: { posts: readonly Post[] } };
  await appHasCome();
  for (const post of data.posts.slice(0, inSight)) {
    const { tiles } = gridOf(picturesOf(post));
    const [picture] = tiles;
    const place = post.postType === 'gallery' ? placeOf(0, tiles) : 'column';
    const srcset = picture && sourceSet(picture, place, (url) => url);
    if (srcset) Object.assign(new Image(), { fetchPriority: 'high', sizes: sizesOf(picture, place), srcset });
  }
}

// The native shell's page lies elsewhere than the API.
if (!import.meta.env.VITE_API_BASE && /^\/(home)?$/.test(location.pathname)) askForFeed();

// A browser takes long over the first of these (60 ms on a phone), and has nothing else to do while the app is on its way.
Intl.DateTimeFormat().resolvedOptions();
