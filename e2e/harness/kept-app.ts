import { expect, type Page } from '@playwright/test';

/** Waits until the page and every file of the app that it has loaded are kept, so that it opens without a network. */
export async function appIsKept(page: Page): Promise<void> {
  const missing = () =>
    page.evaluate(async () => {
      const kept = await (await caches.open('duet-assets')).keys();
      const names = new Set(kept.map(({ url }) => url));
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
      return loaded.filter((name) => name.includes('/assets/') && !names.has(name));
    });
  await expect.poll(missing).toEqual([]);
  await expect.poll(() => page.evaluate(() => caches.match('/home').then(Boolean))).toBe(true);
}
