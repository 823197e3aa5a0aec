import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';

interface Traversals {
  /** How many the app has begun in this document. */
  begun: number;
  /** How many of them have not ended. */
  underWay: number;
}

declare global {
  interface Window {
    traversals?: Traversals;
  }
}

/** Longer than any takes; one that leads nowhere has no end to wait for. */
const longestMs = 1000;

/** Longer than a timer without a delay takes. */
const timerMs = 100;

/** Resolves when no traversal is under way, with how many the app has begun in this document; NaN where that has no end. */
async function traversalsEnded(page: Page): Promise<number> {
  const ended = () => {
    const { begun, underWay } = window.traversals ?? { begun: 0, underWay: 0 };
    return underWay === 0 && { begun };
  };
  try {
    // One that is about to begin stands in a timer already. In a page whose clock a test has stopped none ends.
    const timersEnd = page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    await Promise.race([timersEnd, wait(timerMs)]);
    const found = await page.waitForFunction(ended, undefined, { polling: 'raf', timeout: longestMs });
    const value = await found.jsonValue();
    return value ? value.begun : Number.NaN;
  } catch {
    return Number.NaN;
  }
}

/**
 * Navigates when the app's traversals have ended, and again where one has cut the navigation off: the app begins it in a
 * timer after it has closed what lay over the page, which may be after a test has seen it closed.
 */
async function navigate<Answer>(page: Page, begin: () => Promise<Answer>): Promise<Answer> {
  const before = await traversalsEnded(page);
  try {
    return await begin();
  } catch (error) {
    const wasCutOff = String(error).includes('net::ERR_ABORTED') && (await traversalsEnded(page)) > before;
    if (!wasCutOff) throw error;
    return begin();
  }
}

/**
 * Lets `goto` and `reload` give way to traversals that the app begins, in every page of a context. Closing what lies over a
 * page goes back in the history, which ends some milliseconds later; a navigation that a test has begun meanwhile is cut off
 * by it (net::ERR_ABORTED). No person is as quick.
 */
export async function waitForTraversals(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const traversals: Traversals = { begun: 0, underWay: 0 };
    window.traversals = traversals;
    const go = history.go;
    history.go = function countedGo(steps) {
      traversals.begun += 1;
      traversals.underWay += 1;
      go.call(history, steps);
    };
    addEventListener(
      'popstate',
      () => {
        traversals.underWay = 0;
      },
      true,
    );
  });
  context.on('page', (page) => {
    const { goto, reload } = page;
    page.goto = (...words) => navigate(page, () => goto.apply(page, words));
    page.reload = (...words) => navigate(page, () => reload.apply(page, words));
  });
}
