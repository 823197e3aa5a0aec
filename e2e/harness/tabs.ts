import type { Page } from '@playwright/test';
import { type Person, sessionEntries } from './duet.ts';

/** What the device keeps of all drafts. */
export const keptDrafts = (page: Page): Promise<string> =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('duet.compose.'))
      .map((key) => localStorage.getItem(key))
      .join(' '),
  );

/** Every page of a browser test has the focus; the browser of a person tells the one that is left for another. */
export const goBehind = (page: Page): Promise<void> =>
  page.evaluate(() => {
    dispatchEvent(new Event('blur'));
    document.hasFocus = () => false;
  });

/** And the one that is looked at again. */
export const comeBack = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.hasFocus = () => true;
    dispatchEvent(new Event('focus'));
  });

/** Another tab signs this person in, and the page hears of it. */
export const signInElsewhere = (page: Page, person: Person): Promise<void> =>
  page.evaluate((kept) => {
    for (const { name, value } of kept) localStorage.setItem(name, value);
    dispatchEvent(new StorageEvent('storage', { key: 'duet.token' }));
  }, sessionEntries(person));
