import type { BrowserContext, Page } from '@playwright/test';

declare global {
  interface Window {
    /** How many traversals of the history have begun and not ended. */
    traversalsUnderWay?: number;
  }
}

/** Longer than any takes; one that leads nowhere has no end to wait for. */
const longestMs = 1000;

/** Resolves when no traversal of the page's history is under way. */
async function traversalsEnded(page: Page): Promise<void> {
  await page
    .waitForFunction(() => !window.traversalsUnderWay, undefined, { polling: 'raf', timeout: longestMs })
    .catch(() => undefined);
}

/**
 * Lets `goto` and `reload` wait for traversals that the app has begun, in every page of a context. Closing what lies over a page
 * goes back in the history, which ends some milliseconds later; a navigation that a test begins meanwhile is cut off by it
 * (net::ERR_ABORTED). No person is as quick.
 */
export async function waitForTraversals(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.traversalsUnderWay = 0;
    const go = history.go;
    history.go = function countedGo(steps) {
      window.traversalsUnderWay = (window.traversalsUnderWay ?? 0) + 1;
      go.call(history, steps);
    };
    addEventListener(
      'popstate',
      () => {
        window.traversalsUnderWay = 0;
      },
      true,
    );
  });
  context.on('page', (page) => {
    const { goto, reload } = page;
    page.goto = async (...words) => {
      await traversalsEnded(page);
      return goto.apply(page, words);
    };
    page.reload = async (...words) => {
      await traversalsEnded(page);
      return reload.apply(page, words);
    };
  });
}
