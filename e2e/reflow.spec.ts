import { expect, type Page } from '@playwright/test';
import { enlargeText, layoutFaults, spreadText, usualText } from './harness/layout.ts';
import { test } from './harness/test.ts';
import { adminTours } from './tours/admins.ts';
import { guestTours } from './tours/guests.ts';
import { memberTours } from './tours/members.ts';
import { lead } from './tours/tour.ts';
import { writerTours } from './tours/writers.ts';

const phone = { width: 390, height: 844 };

/** How somebody may need to have it: a narrow screen, or one that is enlarged four times; large text; spread text. */
const ways: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ['320 px wide', (page) => page.setViewportSize({ width: 320, height: 640 })],
  ['text of twice the size', (page) => enlargeText(page, 200)],
  ['spread text', spreadText],
];

async function expectToFit(page: Page, what: string): Promise<void> {
  for (const [way, change] of ways) {
    await change(page);
    // What grows and shrinks with its text has taken its place with the next frame.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await expect.poll(() => layoutFaults(page), `${what}, ${way}`).toEqual([]);
    await usualText(page);
    await page.setViewportSize(phone);
  }
}

for (const tour of [...guestTours, ...memberTours, ...adminTours, ...writerTours]) {
  test(`fits a narrow screen, large text and spread text: ${tour.name}`, async ({
    duet,
    fresh,
    as,
    browser,
  }) => {
    test.slow();
    await lead(tour, { duet, fresh, as, browser }, expectToFit, { viewport: phone });
  });
}
