import { limits } from '@duet/contract/limits';
import { sleep } from '../device/wait.ts';

/** When the splash was first seen, in ms since the page began to load. */
const seenAt = (): number =>
  performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now();

/** A page of the app that is in sight. */
const standing = '[data-route]:not([hidden])';

/** How long the first page may take to stand once it is rendered, in ms; after that the splash hides a fault. */
const mostMs = 3000;

function pageStands(root: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!root.querySelector(standing)) return;
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(look);
    observer.observe(root, { childList: true, subtree: true, attributeFilter: ['class'] });
    setTimeout(resolve, mostMs);
    look();
  });
}

/** Takes the splash of index.html away once the app stands and the splash was seen for at least 1.3 s. */
export async function endSplash(): Promise<void> {
  const splash = document.getElementById('splash');
  const root = document.getElementById('root');
  if (!splash || !root) return;
  root.inert = true;
  await pageStands(root);
  // Two frames: what was rendered is painted, and so is the splash above it.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const rest = Math.max(0, seenAt() + limits.splash.minMs - performance.now());
  await sleep(rest);
  root.inert = false;
  splash.classList.add('leaving');
  splash.addEventListener('transitionend', () => splash.remove());
  // Where nothing moves, no transition ends.
  setTimeout(() => splash.remove(), 400);
}
