import { limits } from '@duet/contract/limits';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Client } from '../../test/client.ts';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { onOneServer } from '../../test/on-one-server.ts';
import { draft, gallery, publish, richText } from '../../test/posts.ts';
import { recountViews } from './recount.ts';
import { removeOldViews } from './remove-old.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

let harness: Harness;
let admin: Person;

beforeEach(async () => {
  harness = await createHarness();
  admin = await harness.admin();
});
afterEach(() => harness[Symbol.asyncDispose]());

/** So long that an admin's session may end. */
async function pass(ms: number): Promise<void> {
  harness.clock.forward(ms);
  admin = await harness.signIn('admin');
}

/** To the next moment that is so long after midnight, UTC. */
const passTo = (afterMidnight: number) => pass(day - (harness.clock.now() % day) + afterMidnight);

async function shown(id: string) {
  const { body } = await admin.call('posts.detail', { params: { id } });
  return body.data.post;
}
const real = async (id: string) => (await shown(id)).realViewsCount;
const view = (who: { send: Harness['guest']['send'] }, ...postIds: string[]) =>
  who.send('views.record', { postIds });
const viewAs = (viewerId: string, ...postIds: string[]) =>
  harness.guest.send('views.record', { postIds, viewerId });

describe('a view', () => {
  it('counts, and shows in every count of views [VIEW-12] [VIEW-13]', async () => {
    const { _id: id } = await gallery(admin);
    const ana = await harness.person('anna');
    const first = await view(ana, id);
    expect([first.status, first.body]).toEqual([200, { success: true, data: {} }]);
    const typed = await harness.guest.send('views.record', {
      postIds: [id],
      postTypes: { [id]: 'gallery' },
      viewerId: 'a device',
    });
    expect(typed.status).toBe(200);
    await admin.call('posts.setViews', { params: { id }, body: { views: 40 } });
    expect(await shown(id)).toMatchObject({ realViewsCount: 2, views_extra: 40, totalViews: 42, views: 42 });
    const { body } = await ana.call('posts.feed');
    expect(body.data.posts[0]).toMatchObject({ totalViews: 42, views: 42 });
    expect(body.data.posts[0]).not.toHaveProperty('realViewsCount');
  });

  it('counts once for a person, whatever they repeat or forge [VIEW-02]', async () => {
    const { _id: id } = await richText(admin);
    const ana = await harness.person('anna');
    const again = await harness.signIn('anna');
    await Promise.all([view(ana, id), view(again, id, id), view(ana, id)]);
    for (const viewerId of ['one', 'two', `person:${ana.id}`]) {
      await ana.send('views.record', { postIds: [id], viewerId });
    }
    expect(await real(id)).toBe(1);
    await viewAs(`person:${ana.id}`, id);
    await viewAs(`person:${ana.id}`, id);
    expect(await real(id)).toBe(2);
  });

  it('counts again when 8 hours have passed, and not before [VIEW-02] [VIEW-03]', async () => {
    const { _id: id } = await richText(admin);
    await harness.person('anna');
    await viewAs('a device', id);
    await pass(8 * hour - 5000);
    await view(await harness.signIn('anna'), id);
    await viewAs('a device', id);
    expect(await real(id)).toBe(2);
    await pass(5001);
    await viewAs('a device', id);
    await view(await harness.signIn('anna'), id);
    expect(await real(id)).toBe(3);
    // The window begins with the view that counted, not with the last one that was sent.
    await pass(8 * hour - 5000);
    await view(await harness.signIn('anna'), id);
    expect(await real(id)).toBe(4);
  });

  it('of an admin does not count either while they act as everybody else', async () => {
    const { _id: id } = await richText(admin);
    const body = { name: 'A program', scopes: ['read', 'write'] as ('read' | 'write')[], expiresInDays: 1 };
    const { token } = (await admin.call('tokens.create', { body })).body.data;
    expect((await view(new Client(harness.url, token), id)).status).toBe(200);
    const require = (required: 0 | 1) =>
      harness.context.db.write((tx) =>
        tx.updateTable('site_settings').set({ admins_need_second_step: required }).execute(),
      );
    await require(1);
    expect((await admin.call('accounts.users')).body.code).toBe('SECOND_STEP_REQUIRED');
    expect((await view(admin, id)).status).toBe(200);
    await require(0);
    expect(await real(id)).toBe(0);
  });

  it('of an admin never counts [VIEW-06]', async () => {
    const { _id: id } = await richText(admin);
    const answer = await admin.send('views.record', { postIds: [id], viewerId: 'my device' });
    expect(answer.status).toBe(200);
    expect(await real(id)).toBe(0);
  });
});

describe('a guest without an id', () => {
  const browser = (name: string) => harness.guest.with({ 'user-agent': name });

  it('is known by address and browser', async () => {
    const { _id: id } = await richText(admin);
    for (const name of ['Firefox', 'Firefox', 'Safari']) await view(browser(name), id);
    expect(await real(id)).toBe(2);
  });

  it('is nobody new at midnight, but cannot be followed into the next day', async () => {
    const { _id: id } = await richText(admin);
    await passTo(day - hour / 2);
    await view(browser('Firefox'), id);
    await pass(hour);
    await view(browser('Firefox'), id);
    expect(await real(id)).toBe(1);
    await pass(8 * hour);
    await view(browser('Firefox'), id);
    const rows = await harness.context.db.read.selectFrom('views').select(['viewer', 'count']).execute();
    expect(rows.map(({ count }) => count)).toEqual([1, 1]);
    expect(new Set(rows.map(({ viewer }) => viewer)).size).toBe(2);
    expect(JSON.stringify(rows)).not.toMatch(/127\.0\.0\.1|Firefox/);
  });
});

describe('what does not exist for people', () => {
  it('is passed over without a word', async () => {
    const secret = await richText(admin, '<p>ours</p>', { adminOnlyVisibility: true });
    const unpublished = await draft(admin);
    const open = await richText(admin);
    const ana = await harness.person('anna');
    const ids = [secret._id, unpublished, 'nothing', '', open._id];
    for (const who of [ana, harness.guest]) {
      const answer = await view(who, ...ids);
      expect([answer.status, answer.body]).toEqual([200, { success: true, data: {} }]);
      const plain = await view(who, 'nothing');
      expect([plain.status, plain.body]).toEqual([answer.status, answer.body]);
    }
    await publish(admin, unpublished, { content: '<p>now</p>' });
    expect(await Promise.all(ids.slice(0, 2).map(real))).toEqual([0, 0]);
    expect(await real(open._id)).toBe(2);
  });

  it.each([
    {},
    { postIds: [] },
    { postIds: 'x' },
    { postIds: [1] },
    { postIds: Array(101).fill('x') },
    { postIds: ['x'], postTypes: { x: 'poem' } },
    { postIds: ['x'], viewerId: '' },
    { postIds: ['x'], viewerId: 'v'.repeat(101) },
  ])('and %j is refused', async (body) => {
    expect((await harness.guest.send('views.record', body)).status).toBe(400);
  });
});

it('goes with its post', async () => {
  const { _id: id } = await richText(admin);
  await viewAs('a device', id);
  await admin.call('posts.delete', { params: { id } });
  const { db } = harness.context;
  expect(await db.read.selectFrom('views').selectAll().execute()).toEqual([]);
  expect(await db.read.selectFrom('view_days').selectAll().execute()).toEqual([]);
  expect((await viewAs('a device', id)).status).toBe(200);
});

describe('whoever invents ids', () => {
  const invent = async (site: Harness, address: string, postIds: readonly string[], count: number) => {
    for (let n = 0; n < count; n += 1) {
      const from = site.guest.with({ 'x-forwarded-for': address });
      const { status } = await from.send('views.record', { postIds, viewerId: `invented ${address} ${n}` });
      if (status !== 200) throw new Error(`${n}: ${status}`);
    }
  };

  onOneServer(
    'is 10 guests of one address for a post and 8 hours, and takes no view from another address',
    async () => {
      await using site = await createHarness({ config: { rateLimit: 1, trustProxy: ['127.0.0.1'] } });
      const owner = await site.admin();
      const [one, other] = [await richText(owner), await richText(owner)];
      const shownOf = async (id: string) => {
        const { body } = await (await site.signIn('admin')).call('posts.detail', { params: { id } });
        return body.data.post.realViewsCount;
      };
      await invent(site, '203.0.113.7', [one._id], 40);
      expect(await shownOf(one._id)).toBe(10);
      expect(await site.context.db.read.selectFrom('views').select('viewer').execute()).toHaveLength(10);
      await invent(site, '203.0.113.8', [one._id, other._id], 3);
      // Of IPv6 a household has a /64.
      for (let n = 0; n < 20; n += 1) await invent(site, `2001:db8::${n + 1}`, [other._id], 1);
      expect([await shownOf(one._id), await shownOf(other._id)]).toEqual([13, 13]);
      const person = await site.person('anna');
      await person.with({ 'x-forwarded-for': '203.0.113.7' }).send('views.record', { postIds: [one._id] });
      expect(await shownOf(one._id)).toBe(14);
      site.clock.forward(8 * hour);
      await invent(site, '203.0.113.7', [one._id], 12);
      expect(await shownOf(one._id)).toBe(24);
    },
  );
});

it('records that can decide nothing any more are removed, and the counts stay', async () => {
  const { _id: id } = await richText(admin);
  for (let n = 0; n < 60; n += 1) await viewAs(`device ${n}`, id);
  const rows = () => harness.context.db.read.selectFrom('views').select('viewer').execute();
  await pass(7 * hour);
  await viewAs('late', id);
  await removeOldViews(harness.context);
  expect(await rows()).toHaveLength(61);
  await pass(2 * hour + 1);
  await removeOldViews(harness.context);
  expect(await rows()).toHaveLength(1);
  await viewAs('late', id);
  expect([await real(id), await recountViews(harness.context)]).toEqual([
    61,
    { posts: 1, views: 61, wrong: [] },
  ]);
});

it('is limited by address: 60 calls a minute', async () => {
  await using limited = await createHarness({ config: { rateLimit: 1 } });
  const statuses: number[] = [];
  for (let n = 0; n < 61; n++) {
    statuses.push((await limited.guest.send('views.record', { postIds: ['x'] })).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.at(-1)).toBe(429);
});

onOneServer('a view of a guest that was not stored leaves the place of their address to others', async () => {
  const config = { rateLimit: 1 / limits.views.guestsPerAddress, logLevel: 'silent' as const };
  await using site = await createHarness({ config });
  const owner = await site.admin();
  const { _id: id } = await richText(owner);
  const viewAt = (viewerId: string) => site.guest.send('views.record', { postIds: [id], viewerId });
  const { db } = site.context;
  const write = db.write.bind(db);
  // Background jobs write as well.
  const refused = vi.spyOn(db, 'write').mockImplementation((work, options) =>
    write(async (tx) => {
      const insertInto = vi.spyOn(tx, 'insertInto');
      const answer = await work(tx);
      const tables = insertInto.mock.calls.map(([table]) => table);
      insertInto.mockRestore();
      if (tables.includes('views')) throw new Error('the disk is full');
      return answer;
    }, options),
  );
  expect((await viewAt('first')).status).toBe(500);
  refused.mockRestore();
  for (const viewerId of ['second', 'third']) expect((await viewAt(viewerId)).status).toBe(200);
  const { post } = (await owner.call('posts.detail', { params: { id } })).body.data;
  expect(post.realViewsCount).toBe(1);
});

/** What a person or device does in one step: sees some of four posts, alone or at the same time as others. */
const step = fc.record({
  waitMs: fc.constantFrom(0, 1, 3 * hour, 8 * hour, 9 * hour),
  batches: fc.array(
    fc.record({ who: fc.nat(5), posts: fc.array(fc.nat(4), { minLength: 1, maxLength: 6 }) }),
    { minLength: 1, maxLength: 6 },
  ),
});

it('agrees with a model, and the records with what is shown, whatever people do', async () => {
  const posts = [await richText(admin), await richText(admin), await gallery(admin), await gallery(admin)];
  const ids = [...posts.map(({ _id }) => _id), 'no post'];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
      // Long enough that nothing of the run before matters.
      await pass(2 * day);
      const before = await Promise.all(ids.slice(0, 4).map(real));
      const people = [await harness.person(`p_${harness.clock.now()}`.slice(0, 20))];
      const countedAt = new Map<string, number>();
      const expected = ids.map(() => 0);
      for (const { waitMs, batches } of steps) {
        harness.clock.forward(waitMs);
        const now = harness.clock.now();
        for (const { who, posts: seen } of batches) {
          for (const post of new Set(seen)) {
            const key = `${who} ${post}`;
            if (now - (countedAt.get(key) ?? Number.NEGATIVE_INFINITY) < 8 * hour) continue;
            countedAt.set(key, now);
            expected[post] = (expected[post] ?? 0) + 1;
          }
        }
        await Promise.all(
          batches.map(({ who, posts: seen }) => {
            const postIds = seen.map((post) => ids[post] ?? '');
            const person = people[who];
            return person ? view(person, ...postIds) : viewAs(`device ${who} ${before}`, ...postIds);
          }),
        );
      }
      admin = await harness.signIn('admin');
      const after = await Promise.all(ids.slice(0, 4).map(real));
      expect(after.map((count, at) => (count ?? 0) - (before[at] ?? 0))).toEqual(expected.slice(0, 4));
      const days = await harness.context.db.read
        .selectFrom('view_days')
        .select(({ fn }) => fn.sum<number>('count').as('count'))
        .executeTakeFirstOrThrow();
      const recount = await recountViews(harness.context);
      expect(recount.wrong).toEqual([]);
      expect(Number(days.count)).toBe(recount.views);
    }),
    { numRuns: 12 },
  );
}, 60_000);
