import type { BrowserContext } from '@playwright/test';

/** One entry of a device's storage. */
export interface StorageEntry {
  readonly name: string;
  readonly value: string;
}

/**
 * Seeds the local storage of a site in a context when its first page is loaded, once: what the app changes of it later
 * stays changed. Playwright's `storageState` would open a page for it, with a process of its own, before each test.
 */
export async function seedStorage(
  context: BrowserContext,
  origin: string,
  entries: readonly StorageEntry[],
): Promise<void> {
  const script = await context.addInitScript(
    ([site, stored]) => {
      // A window keeps its name when it is loaded anew, whoever the app has signed out before that.
      if (location.origin !== site || window.name === 'seeded') return;
      window.name = 'seeded';
      for (const { name, value } of stored) localStorage.setItem(name, value);
    },
    [origin, entries] as const,
  );
  let isSeeded = false;
  context.on('page', (page) => {
    const { goto } = page;
    page.goto = async (...words) => {
      try {
        return await goto.apply(page, words);
      } finally {
        if (!isSeeded && page.url().startsWith(origin)) {
          isSeeded = true;
          await script.dispose();
        }
      }
    };
  });
}
