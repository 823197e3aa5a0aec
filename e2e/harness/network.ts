import { expect, type Page } from '@playwright/test';

/**
 * Takes the network from all pages of a browser, and waits until it is gone: Chromium lets calls through for a moment after it
 * was told, and what a test then sends into a gap without a network would arrive.
 */
export async function goOffline(page: Page): Promise<void> {
  const context = page.context();
  await context.setOffline(true);
  const isReached = () =>
    fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(
      () => true,
      () => false,
    );
  for (const one of context.pages()) await expect.poll(() => one.evaluate(isReached)).toBe(false);
}
