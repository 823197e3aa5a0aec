import { expect, type Page } from '@playwright/test';
import { splashIsGone } from './splash.ts';

/** The worker begins to keep them once the page stands, one beside the other. */
const patience = { timeout: 30_000 };

/** Waits until the page and every file of the app that it has loaded are kept, so that it opens without a network. */
export async function appIsCached(page: Page): Promise<void> {
  const missing = () =>
    page.evaluate(async () => {
      const kept = await (await caches.open('duet-assets')).keys();
      const names = new Set(kept.map(({ url }) => url));
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
      return loaded.filter((name) => name.includes('/assets/') && !names.has(name));
    });
  await expect.poll(missing, patience).toEqual([]);
  await expect.poll(() => page.evaluate(() => caches.match('/home').then(Boolean)), patience).toBe(true);
}

/** Waits until a part of the app that is loaded beforehand is kept, by what its file is called before the hash. */
export async function chunkIsCached(page: Page, name: string): Promise<void> {
  const kept = () =>
    page.evaluate(async (part) => {
      const requests = await (await caches.open('duet-assets')).keys();
      return requests.some(({ url }) => new URL(url).pathname.startsWith(`/assets/${part}-`));
    }, name);
  await expect.poll(kept, patience).toBe(true);
}

/** Loads the page anew from what is kept, and waits until it can be used. */
export async function reloadOffline(page: Page): Promise<void> {
  await page.reload();
  await splashIsGone(page);
}
