// Runs by itself before the app's own code has come: prefetches the feed's first page or the post that the address names,
// which travels while the app does, and for its first pictures, which travel while the app begins.
// `api/prefetched-answer.ts` hands the answer over.

import type { Post } from '@duet/contract/posts/shapes';
import type { PrefetchedCall } from '../api/prefetched-answer.ts';
import { languageKey, tokenKey, userKey } from '../device/storage-keys.ts';
import { gridOf, placeOf } from '../features/posts/gallery/grid.ts';
import { picturesOf } from '../features/posts/picture/pictures.ts';
import { sizesOf, sourceSet } from '../features/posts/picture/source-set.ts';
import { defaultLanguage, siteLanguage } from '../i18n/default-language.ts';

/** The call that the feed makes first; a test compares it with the feed's own. */
const feed = '/api/posts?page=1&limit=20&sort=created_at&order=desc';

/** What the page of this address asks for first; null where that is nothing, or nothing that takes long. */
function firstCall(pathname: string): string | null {
  if (/^\/(home)?$/.test(pathname)) return feed;
  const [, id] = /^\/post\/([\w-]+)$/.exec(pathname) ?? [];
  return id === undefined ? null : `/api/posts/${id}`;
}

/** Posts of the feed whose first picture is likely in sight, and pictures on a gallery's own page. */
const inViewport = 2;

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Where nothing may be kept, nobody is signed in.
    return null;
  }
}

/** The language that the app will speak: a failure is said in it. */
function language(): string {
  const [, ofUser] = /"language":"(\w\w)"/.exec(kept(userKey) ?? '') ?? [];
  // A browser takes long over its first date format (60 ms on a phone); here nobody waits for it.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return ofUser ?? kept(languageKey) ?? siteLanguage() ?? defaultLanguage(navigator.languages, timeZone);
}

function ask(url: string): void {
  const token = kept(tokenKey);
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': language() });
  if (token) headers.set('Authorization', `Bearer ${token}`);
  const response = fetch(url, { headers, credentials: 'omit' });
  // A failure is heard by who takes the answer; the pictures are a courtesy.
  response.then(askForPictures).catch(() => undefined);
  const call: PrefetchedCall = { url, token, at: performance.now(), response };
  Object.assign(globalThis, { duetPrefetch: call });
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

/** What an image element is given to load a picture; of a video the page shows one file. */
type Asked = { readonly src: string } | { readonly srcset: string; readonly sizes: string };

/** What is seen of a post first: in the feed a tile, `alone` on its own page the pictures of a gallery, whole and beneath each other. */
function firstPictures(post: Post, alone: boolean): readonly Asked[] {
  const { postType, thumbnailUrl } = post;
  // An empty address asks for nothing.
  if (postType === 'video') return [{ src: thumbnailUrl ?? '' }];
  const pictures = picturesOf(post);
  const isGallery = postType === 'gallery';
  const place = isGallery && !alone ? placeOf(0, gridOf(pictures).tiles) : 'column';
  return pictures.slice(0, isGallery && alone ? inViewport : 1).flatMap((picture) => {
    const srcset = sourceSet(picture, 'small', (url) => url);
    return srcset ? [{ srcset, sizes: sizesOf(picture, place) }] : [];
  });
}

async function askForPictures(response: Response): Promise<void> {
  const { data } = (await response.clone().json()) as { data: { posts?: readonly Post[]; post?: Post } };
  await appHasCome();
  const asked = data.post
    ? firstPictures(data.post, true)
    : (data.posts ?? []).slice(0, inViewport).flatMap((post) => firstPictures(post, false));
  for (const picture of asked) Object.assign(new Image(), { fetchPriority: 'high', ...picture });
}

// The native shell's page lies elsewhere than the API.
const first = import.meta.env.VITE_API_BASE ? null : firstCall(location.pathname);
if (first !== null) ask(first);
