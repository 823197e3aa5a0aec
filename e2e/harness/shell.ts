import { expect, type Locator, type Page } from '@playwright/test';
import { toastOf } from './feed.ts';
import { splashIsGone } from './splash.ts';

export interface SentAway {
  readonly to: string;
  /** From the moment that it was known who is there until the address changed, in ms of the page's own clock. */
  readonly afterMs: number;
  /** The delay of the timer that changed the address, in ms. */
  readonly delayMs: number;
  /** All that the page said meanwhile. */
  readonly seen: string;
}

declare global {
  interface Window {
    sentAway?: Promise<SentAway>;
    timerDelays?: number[];
  }
}

/** Watches every page that is loaded from now on for somebody being sent elsewhere; `sentAway` tells how it was. */
export async function watchGuards(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.sentAway = new Promise((resolve) => {
      let seen = '';
      let arrivedAt = 0;
      const look = () => {
        const words = document.querySelector('[data-route]')?.textContent;
        if (!words || seen.includes(words)) return;
        seen += words;
        arrivedAt ||= performance.now();
      };
      new MutationObserver(look).observe(document, { subtree: true, childList: true });
      let delayMs = Number.NaN;
      const setTimer = window.setTimeout;
      window.setTimeout = ((handler: (...words: unknown[]) => void, ms = 0, ...words: unknown[]) =>
        setTimer(() => {
          delayMs = ms;
          handler(...words);
          delayMs = Number.NaN;
        }, ms)) as typeof setTimeout;
      const replace = history.replaceState;
      history.replaceState = function replaceState(state, title, url) {
        const from = location.pathname;
        const now = performance.now();
        replace.call(history, state, title, url);
        if (location.pathname === from) return;
        const asked = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        const known = asked.find(({ name }) => name.endsWith('/api/auth/user'))?.responseEnd ?? 0;
        resolve({ to: location.pathname, afterMs: now - Math.max(arrivedAt, known), delayMs, seen });
      };
    });
  });
}

/** Opens a path from which somebody is sent elsewhere. `watchGuards` has to watch. */
export async function sentAwayFrom(page: Page, path: string): Promise<SentAway> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForURL((url) => url.pathname !== path, { waitUntil: 'commit' });
  const how = await page.evaluate(() => window.sentAway);
  if (!how) throw new Error('The page was not watched.');
  return how;
}

/** The names of the buttons and links of the header, from left to right. */
export const headerItems = (page: Page): Promise<string[]> =>
  page
    .locator('header')
    .first()
    .locator('a, button')
    .evaluateAll((items) => items.map((item) => item.getAttribute('aria-label') ?? item.textContent ?? ''));

/**
 * Stops the page's clock, so that time passes only with `page.clock.runFor`. The clock has to be installed. Waits for the
 * splash to go, which would else stay.
 */
export async function stopTime(page: Page): Promise<void> {
  await splashIsGone(page);
  // Ahead of the page by more than a busy machine needs to say so: a clock cannot be stopped in its past.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
}

/**
 * Lets the page's clock run ahead, a second at a time, until something is seen. The clock has to be installed; calls that are
 * under way take as long as they take.
 */
export async function runAheadUntil(seen: Locator, count = 1): Promise<void> {
  const isSeen = async () => {
    if ((await seen.count()) === count) return true;
    await seen.page().clock.runFor(1000);
    return false;
  };
  await expect.poll(isSeen, { intervals: [100], timeout: 20_000 }).toBe(true);
}

/**
 * Stops the page's clock. The answer waits until the page has set a timer of so many ms, since the last one that was waited
 * for, and lets time run until 1 ms before its end.
 */
export async function stopTimeAtTimers(page: Page): Promise<(ms: number) => Promise<void>> {
  await page.clock.install();
  await stopTime(page);
  await page.evaluate(() => {
    const delays: number[] = [];
    window.timerDelays = delays;
    const setTimer = window.setTimeout;
    window.setTimeout = ((handler: () => void, ms = 0, ...words: []) => {
      delays.push(ms);
      return setTimer(handler, ms, ...words);
    }) as typeof setTimeout;
  });
  return async (ms) => {
    await page.waitForFunction((delay) => window.timerDelays?.includes(delay), ms, {
      polling: 50,
      timeout: 10_000,
    });
    await page.evaluate((delay) => window.timerDelays?.splice(0, window.timerDelays.indexOf(delay) + 1), ms);
    await page.clock.runFor(ms - 1);
  };
}

/** Expects that a toast is there or comes, and goes after so many ms of the page's clock, which has to be stopped. */
export async function staysFor(
  page: Page,
  words: string,
  kind: 'success' | 'warning' | 'danger',
  ms: number,
): Promise<void> {
  const toast = toastOf(page, words);
  await expect(toast).toBeVisible();
  await expect(toast).toHaveClass(new RegExp(`toast-${kind}`));
  await expect(toast).toHaveAttribute('data-color', kind);
  await page.clock.runFor(ms - 1);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1);
  await expect(toast).toHaveCount(0);
}
