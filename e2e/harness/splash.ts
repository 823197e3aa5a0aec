import { type BrowserContext, expect, type Page } from '@playwright/test';

/**
 * Ends the splash as soon as the first page is shown, at every load of every test: in every page that is loaded from now on
 * the first paint seems to lie back by more than the splash's least time, its bar stands still, and it goes without fading.
 */
export async function shortenSplash(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('#splash, #splash * { animation: none; transition-duration: 1ms }');
    document.adoptedStyleSheets.push(still);
    const entriesByName = performance.getEntriesByName;
    performance.getEntriesByName = function getEntriesByName(name, type) {
      const entries = entriesByName.call(performance, name, type);
      if (name !== 'first-contentful-paint') return entries;
      return [Object.create(PerformanceEntry.prototype, { startTime: { value: -60_000 } })];
    };
  });
}

/** Waits until the page stands where the splash was: below it nothing takes the focus, and no finger reaches anything. */
export const splashIsGone = (page: Page): Promise<void> => expect(page.locator('#splash')).toHaveCount(0);
