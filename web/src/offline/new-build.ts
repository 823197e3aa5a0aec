import { createStore, useStore } from '../ui/store.ts';

/** How often an open page that is seen asks, and how soon again at the earliest when something speaks for it, in ms. */
const everyMs = 5 * 60_000;
const againMs = 30_000;

const isThere = createStore(false);
let asked = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The file of the app that this stands in; it has another name in every build (vite/service-worker.ts). */
const own = new URL(import.meta.url).pathname;

/** Looks whether the server has another build than the one that this page came from. */
async function ask(): Promise<void> {
  if (isThere.get()) return;
  asked = performance.now();
  try {
    const response = await fetch('/build.json', { cache: 'no-cache', credentials: 'omit' });
    const { app } = (await response.json()) as { app?: unknown };
    if (!response.ok || typeof app !== 'string' || app === own) return;
    isThere.set(true);
  } catch {
    // No network, or the server is being updated: there will be another time.
  }
}

/** Asks as soon as it may be asked again. */
export function askForNewBuild(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void ask(), Math.max(0, asked + againMs - performance.now()));
}

/** Asks now and then while the page is seen, and as soon as a part of the app could not be loaded. */
export function watchForNewBuild(): void {
  const isSeen = () => document.visibilityState === 'visible';
  document.addEventListener('visibilitychange', () => isSeen() && askForNewBuild());
  addEventListener('online', askForNewBuild);
  addEventListener('vite:preloadError', () => void ask());
  setInterval(() => isSeen() && askForNewBuild(), everyMs);
}

/** Whether the server has another build than this page. */
export const useNewBuild = (): boolean => useStore(isThere);
