import { expect, type Page } from '@playwright/test';

/**
 * Waits until a module that the app loads beside its work has run.
 *
 * @param name Of its file in the build, without the hash.
 */
export async function moduleHasRun(page: Page, name: string): Promise<void> {
  const has = () =>
    page.evaluate(async (prefix) => {
      const files = performance.getEntriesByType('resource');
      const module = files.find((file) => file.name.includes(prefix) && file.name.endsWith('.js'));
      // Answers once it has run; nothing is loaded twice.
      return Boolean(module && (await import(module.name)));
    }, `/${name}-`);
  await expect.poll(has).toBe(true);
}
