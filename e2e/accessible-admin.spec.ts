import type { Page } from '@playwright/test';
import { expectAccessible } from './harness/axe.ts';
import { layoutFaults } from './harness/layout.ts';
import { expect, test } from './harness/test.ts';
import { adminTours } from './tours/admins.ts';
import { lead } from './tours/tour.ts';
import { writerTours } from './tours/writers.ts';

/** Where what is wide differs: the rail, a table instead of cards, menus at their buttons. */
const wide = { viewport: { width: 1440, height: 900 }, hasTouch: false };

async function expectSound(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what);
  await expect.poll(() => layoutFaults(page), what).toEqual([]);
}

for (const tour of [...adminTours, ...writerTours]) {
  test(`every admin can use, by day and by night: ${tour.name}`, async ({ duet, fresh, as, browser }) => {
    // Each of many states is examined twice.
    test.slow();
    await lead(tour, { duet, fresh, as, browser }, expectAccessible);
  });
}

for (const tour of adminTours) {
  test(`every admin can use a wide screen: ${tour.name}`, async ({ duet, fresh, as, browser }) => {
    test.slow();
    await lead(tour, { duet, fresh, as, browser }, expectSound, wide);
  });
}
