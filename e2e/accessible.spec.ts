import { expectAccessible } from './harness/axe.ts';
import { test } from './harness/test.ts';
import { guestTours } from './tours/guests.ts';
import { memberTours } from './tours/members.ts';
import { lead } from './tours/tour.ts';

for (const tour of [...guestTours, ...memberTours]) {
  test(`everybody can use, by day and by night: ${tour.name}`, async ({ duet, fresh, as, browser }) => {
    // Each of many states is examined twice.
    test.slow();
    await lead(tour, { duet, fresh, as, browser }, expectAccessible);
  });
}
