import { expect, it, vi } from 'vitest';
import { openDeafServer } from '../../test/deaf-server.ts';
import { openEvents } from '../../test/event-reader.ts';
import { eventually } from '../../test/eventually.ts';
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

it('tells nothing by a signal of another server before it has heard what that one changed', async () => {
  await using first = await createHarness();
  const admin = await first.admin();
  await using second = await openDeafServer(first, (server) =>
    (server ? server.person(admin) : admin).call('posts.feed'),
  );
  const adminThere = second.person(admin);
  await using there = await openEvents(adminThere);
  await there.until(({ events }) => events.length > 0);
  // The settings are kept there, and PostgreSQL is slow to tell of their change.
  await adminThere.call('posts.feed');
  const syncs = vi.spyOn(second.context.db, 'syncOtherPrograms');
  second.deafen();
  await admin.call('site.change', { body: { name: 'Candytuft' } });
  await eventually(() => expect(syncs.mock.calls.length + there.dataOf('site').length).toBeGreaterThan(0));
  second.undeafen();
  await there.until((each) => each.dataOf('site').length === 1);
  expect(there.dataOf('site').map(({ site }) => site.name)).toEqual(['Candytuft']);
});
