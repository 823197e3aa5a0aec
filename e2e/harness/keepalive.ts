import type { Page } from '@playwright/test';

declare global {
  interface Window {
    keptAlive?: string[];
  }
}

/** Records the paths of calls that the browser sends also where their page is left at once. To be called before the page opens. */
export async function recordKeptAlive(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const paths: string[] = [];
    window.keptAlive = paths;
    const { fetch } = window;
    window.fetch = (input, init) => {
      if (init?.keepalive) paths.push(new URL(String(input), location.href).pathname);
      return fetch(input, init);
    };
  });
  return () => page.evaluate(() => window.keptAlive ?? []);
}
