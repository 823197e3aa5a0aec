import { expect, type Page } from '@playwright/test';

/**
 * Waits until the code of the login prompt has come, which guests load beforehand. From then on it shows at once where it is
 * opened: one that is not there after that was not.
 */
export async function loginPromptIsLoaded(page: Page): Promise<void> {
  const come = () =>
    page.evaluate(async () => {
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const sheet = files.find(({ name }) => /\/LoginSheet-[^/]+\.js$/.test(name));
      // Answers once it has run; nothing is loaded twice.
      return Boolean(sheet && (await import(sheet.name)));
    });
  await expect.poll(come).toBe(true);
}
