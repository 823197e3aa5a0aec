import type { BrowserContext } from '@playwright/test';

/** One entry of a device's storage. */
export interface Kept {
  readonly name: string;
  readonly value: string;
}

/**
 * Lets a context's storage hold something of a site when its first page is loaded, once: what the app changes of it later
 * stays changed. Playwright's `storageState` would open a page for it, with a process of its own, before each test.
 */
export async function keepFromStart(
  context: BrowserContext,
  origin: string,
  kept: readonly Kept[],
): Promise<void> {
  const script = await context.addInitScript(
    ([site, entries]) => {
      // A window keeps its name when it is loaded anew, whoever the app has signed out before that.
      if (location.origin !== site || window.name === 'kept') return;
      window.name = 'kept';
      for (const { name, value } of entries) localStorage.setItem(name, value);
    },
    [origin, kept] as const,
  );
  let isKept = false;
  context.on('page', (page) => {
    const { goto } = page;
    page.goto = async (...words) => {
      try {
        return await goto.apply(page, words);
      } finally {
        if (!isKept && page.url().startsWith(origin)) {
          isKept = true;
          await script.dispose();
        }
      }
    };
  });
}
