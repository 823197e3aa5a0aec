import { expect, it } from 'vitest';
import { openEvents } from '../../test/event-reader.ts';
import { createHarness } from '../../test/harness.ts';
import { openSecondServer } from '../../test/second-server.ts';

it('of two servers each tells its own streams what happens on the other', async () => {
  await using first = await createHarness();
  await using second = await openSecondServer(first);

  const [ana, dan] = await Promise.all([first.person('anna'), first.person('daniel')]);
  const danThere = second.person(dan);
  await using here = await openEvents(ana);
  await using there = await openEvents(danThere);
  await Promise.all([here, there].map((each) => each.until(({ events }) => events.length > 0)));

  for (let n = 1; n <= 20; n += 1) {
    await ana.call('messages.send', { body: { recipientId: dan.id, message: `m${n}` } });
  }
  await there.until((each) => each.dataOf('message').length === 20);
  expect(there.dataOf('message').map(({ message }) => message.message)).toEqual(
    Array.from({ length: 20 }, (_, n) => `m${n + 1}`),
  );
  await danThere.call('messages.conversation', { params: { id: ana.id } });
  await here.until((each) => each.names().includes('read'));

  await ana.call('accounts.logout');
  await here.ended;
  await dan.call('accounts.logout');
  await there.ended;
});
