import { test } from './harness/test.ts';
import { accountTours } from './tours/accounts.ts';
import { adminTours } from './tours/admins.ts';
import { examine, nothingYet, phone } from './tours/examine.ts';
import { guestTours } from './tours/guests.ts';
import { memberTours } from './tours/members.ts';
import { lead } from './tours/tour.ts';
import { writerTours } from './tours/writers.ts';

test.describe.configure({ mode: 'parallel' });

/** Fingers for those who read, a mouse for those who write and moderate, at every width. */
const groups = [
  { tours: [...guestTours, ...memberTours, ...accountTours], hasTouch: true },
  { tours: [...adminTours, ...writerTours], hasTouch: false },
];

for (const { tours, hasTouch } of groups) {
  for (const tour of tours) {
    test(`everybody can use, and it looks as it should: ${tour.name}`, async ({ ownServer, browser }) => {
      // Each of up to a dozen states is examined twelve times.
      test.setTimeout(300_000);
      const sum = nothingYet();
      await lead(tour, { ownServer, browser, device: { viewport: phone, hasTouch } }, (stop) =>
        examine({ ...stop, what: `${tour.name}, ${stop.what}` }, sum),
      );
      test.info().annotations.push({ type: 'examined', description: JSON.stringify(sum) });
    });
  }
}
