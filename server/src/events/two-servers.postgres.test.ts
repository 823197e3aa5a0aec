import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { openEvents } from '../../test/event-reader.ts';
import { createHarness, type Harness } from '../../test/harness.ts';
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
  const ofFirst = await vi.waitFor(async () => {
    await admin.call('posts.feed');
    const pids = await listening(first);
    expect(pids).toHaveLength(1);
    return pids;
  }, 5000);
  await using second = await openSecondServer(first);
  const adminThere = second.person(admin);
  await using there = await openEvents(adminThere);
  await there.until(({ events }) => events.length > 0);
  const [tellsSecond] = await vi.waitFor(async () => {
    await adminThere.call('posts.feed');
    const pids = (await listening(first)).filter((pid) => !ofFirst.includes(pid));
    expect(pids).toHaveLength(1);
    return pids;
  }, 5000);
  // The settings are kept there, and PostgreSQL is slow to tell of their change.
  await adminThere.call('posts.feed');
  const hears = vi.spyOn(second.context.db, 'hearOtherPrograms');
  process.kill(tellsSecond ?? 0, 'SIGSTOP');
  try {
    await admin.call('site.change', { body: { name: 'Candytuft' } });
    await vi.waitFor(() => expect(hears.mock.calls.length + there.dataOf('site').length).toBeGreaterThan(0));
  } finally {
    process.kill(tellsSecond ?? 0, 'SIGCONT');
  }
  await there.until((each) => each.dataOf('site').length === 1);
  expect(there.dataOf('site').map(({ site }) => site.name)).toEqual(['Candytuft']);
});

/** The processes of PostgreSQL that tell servers what others have changed. */
async function listening({ context }: Harness): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and application_name = 'duet_changes'`.execute(context.db.read);
  return rows.map(({ pid }) => pid);
}
