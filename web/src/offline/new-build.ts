import { minuteMs } from '@duet/contract/limits';
import { createStore, useStore } from '../ui/store.ts';

/** How often an open page that is seen asks, and how soon again at the earliest when something speaks for it, in ms. */
const everyMs = 5 * minuteMs;
const againMs = minuteMs / 2;
/** And where it got no answer, each time twice as long, in ms. */
const unansweredMs = 3000;

const isThere = createStore(false);
let asked = Number.NEGATIVE_INFINITY;
let unanswered = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The file of the app that this stands in; it has another name in every build (vite/service-worker.ts). */
const own = new URL(import.meta.url).pathname;

/** The file that the server's build begins with; nothing where it could not say, as while it is being updated or very busy. */
async function newestBuild(): Promise<string | null> {
  try {
    const response = await fetch('/build.json', { cache: 'no-cache', credentials: 'omit' });
    const { app } = (await response.json()) as { app?: unknown };
    return response.ok && typeof app === 'string' ? app : null;
  } catch {
    // No network, or no server at that moment.
    return null;
  }
}

/** Looks whether the server has another build than the one that this page came from. */
async function ask(): Promise<void> {
  if (isThere.get()) return;
  asked = performance.now();
  const newest = await newestBuild();
  if (newest === null) {
    // Whatever speaks for a new build now is asked about at once.
    asked = Number.NEGATIVE_INFINITY;
    askIn(Math.min(unansweredMs * 2 ** unanswered, everyMs));
    unanswered += 1;
    return;
  }
  unanswered = 0;
  if (newest !== own) isThere.set(true);
}

function askIn(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void ask(), ms);
}

/** Asks as soon as it may be asked again. */
export function checkForNewBuild(): void {
  askIn(Math.max(0, asked + againMs - performance.now()));
}

/** Asks now and then while the page is seen, and as soon as a part of the app could not be loaded. */
export function startNewBuildChecks(): void {
  const isSeen = () => document.visibilityState === 'visible';
  document.addEventListener('visibilitychange', () => isSeen() && checkForNewBuild());
  addEventListener('online', checkForNewBuild);
  addEventListener('vite:preloadError', () => void ask());
  setInterval(() => isSeen() && checkForNewBuild(), everyMs);
}

/** Whether the server has another build than this page. */
export const useNewBuild = (): boolean => useStore(isThere);
