import type { BrowserContext } from '@playwright/test';

const { DUET_E2E_LATE_WRITES: lateness } = process.env;

/**
 * Lets every call of the app's pages that writes leave so many ms late, where DUET_E2E_LATE_WRITES says so: a test that takes
 * what is shown at once for what the server knows, and asks the server or ends it, is then too early every time. What is on
 * its way when a page is left goes at once.
 */
export async function holdWrites(context: BrowserContext): Promise<void> {
  if (!lateness) return;
  await context.addInitScript((ms) => {
    const { fetch } = window;
    // Not of `page.clock`, which may stand still.
    const later = setTimeout;
    // The first that hears of it: what the app sends as the page is left has no later.
    let isLeft = false;
    addEventListener('pagehide', () => (isLeft = true), { capture: true });
    window.fetch = (input, init) => {
      const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
      if (isLeft || method === 'GET' || method === 'HEAD') return fetch(input, init);
      return new Promise((resolve) => {
        let hasLeft = false;
        const leave = () => {
          if (!hasLeft) resolve(fetch(input, init));
          hasLeft = true;
        };
        later(leave, ms);
        addEventListener('pagehide', leave);
      });
    };
  }, Number(lateness));
}
