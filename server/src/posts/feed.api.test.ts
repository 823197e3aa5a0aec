import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { onOneServer } from '../../test/on-one-server.ts';
import { draft, gallery, publish, richText } from '../../test/posts.ts';

describe('the feed', () => {
  let harness: Harness;
  let admin: Person;
  let user: Person;
  const ids: string[] = [];

  beforeAll(async () => {
    harness = await createHarness();
    admin = await harness.admin();
    user = await harness.person('maria');
    // Drafts come into being in another order than they are published.
    const drafts = await Promise.all(Array.from({ length: 7 }, () => draft(admin)));
    for (const id of drafts.toReversed()) {
      harness.clock.forward(1000);
      ids.push((await publish(admin, id, { content: `<p>${id}</p>` }))._id);
    }
    await draft(admin);
    ids.push((await richText(admin, '<p>for us two</p>', { adminOnlyVisibility: true }))._id);
  });
  afterAll(() => harness[Symbol.asyncDispose]());

  const feed = async (caller = harness.guest, query: Record<string, string> = {}) =>
    (await caller.call('posts.feed', { query })).body.data;
  const idsOf = ({ posts }: Awaited<ReturnType<typeof feed>>) => posts.map(({ _id }) => _id);

  it('is read by guests, people and admins, newest publication first [FEED-01, 02, 52, 57, 58, 59] [POST-88]', async () => {
    const { status, body } = await harness.guest.call('posts.feed', {
      query: { page: '1', limit: '20', sort: 'created_at', order: 'desc' },
    });
    expect([status, body.success]).toEqual([200, true]);
    const open = ids.slice(0, 7).toReversed();
    expect(body.data.posts.map(({ _id }) => _id)).toEqual(open);
    expect(idsOf(await feed(user))).toEqual(open);
    const times = body.data.posts.map(({ created_at }) => Date.parse(created_at));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('shows admin-only posts to admins and counts them for admins only [FEED-03]', async () => {
    const forAdmin = await feed(admin);
    expect(idsOf(forAdmin)).toEqual(ids.toReversed());
    expect(forAdmin.pagination.totalCount).toBe(8);
    expect((await feed(user)).pagination.totalCount).toBe(7);
    expect((await feed()).pagination.totalCount).toBe(7);
  });

  it('pages by page and limit and says whether there is more [FEED-53, 60, 61, 62] [ENT-12]', async () => {
    const first = await feed(harness.guest, { page: '1', limit: '3' });
    expect(first.pagination).toEqual({ page: 1, limit: 3, hasMore: true, totalCount: 7 });
    const last = await feed(harness.guest, { page: '3', limit: '3' });
    expect(last.pagination).toEqual({ page: 3, limit: 3, hasMore: false, totalCount: 7 });
    expect(idsOf(last)).toEqual([ids[0]]);
    expect([
      ...idsOf(first),
      ...idsOf(await feed(harness.guest, { page: '2', limit: '3' })),
      ...idsOf(last),
    ]).toEqual(ids.slice(0, 7).toReversed());
    expect((await feed(harness.guest, { page: '9', limit: '3' })).posts).toEqual([]);
    expect((await feed()).pagination).toMatchObject({ page: 1, limit: 20 });
  });

  it('is read oldest first where that is asked for', async () => {
    expect(idsOf(await feed(harness.guest, { order: 'asc' }))).toEqual(ids.slice(0, 7));
  });

  it('has the posts of one person, by the same rules', async () => {
    const other = await harness.admin('other_admin');
    const theirs = [
      await richText(other, '<p>one</p>'),
      await richText(other, '<p>for us two</p>', { adminOnlyVisibility: true }),
      await richText(other, '<p>two</p>'),
    ].map(({ _id }) => _id);
    await draft(other);
    const open = [theirs[2], theirs[0]];
    const userId = other.id;
    const asked = await feed(harness.guest, { userId });
    expect(idsOf(asked)).toEqual(open);
    expect(asked.posts.every((post) => post.user_id === userId)).toBe(true);
    expect(asked.pagination).toEqual({ page: 1, limit: 20, hasMore: false, totalCount: 2 });
    expect(idsOf(await feed(user, { userId }))).toEqual(open);
    expect(idsOf(await feed(admin, { userId }))).toEqual(theirs.toReversed());
    const second = await feed(harness.guest, { userId, limit: '1', page: '2' });
    expect([idsOf(second), second.pagination.hasMore]).toEqual([[theirs[0]], false]);
    expect(idsOf(await feed(harness.guest, { userId, order: 'asc' }))).toEqual(open.toReversed());

    // A kept page of one person changes with their posts.
    await other.call('posts.delete', { params: { id: theirs[2] ?? '' } });
    expect(await feed(harness.guest, { userId })).toMatchObject({
      posts: [{ _id: theirs[0] }],
      pagination: { totalCount: 1 },
    });
    await other.call('posts.delete', { params: { id: theirs[0] ?? '' } });
    for (const nobody of [userId, user.id, 'nobody']) {
      expect((await feed(harness.guest, { userId: nobody })).pagination.totalCount).toBe(0);
    }
  });

  it('takes the refresh parameter and refuses what is no page [FEED-63]', async () => {
    expect((await harness.guest.fetch('/api/posts?refresh=1700000000000')).status).toBe(200);
    for (const query of [
      'page=0',
      'page=-1',
      'page=1.5',
      'page=x',
      'limit=0',
      'limit=101',
      'sort=username',
      'order=up',
      'page=1&page=2',
      'userId=',
      `userId=${'x'.repeat(101)}`,
    ]) {
      const answer = await harness.guest.fetch(`/api/posts?${query}`);
      const body = (await answer.json()) as { success: boolean; error: string };
      expect([query, answer.status, body.success, typeof body.error]).toEqual([query, 400, false, 'string']);
    }
  });

  onOneServer('asks the database for a full page as often as for one post', async () => {
    await Promise.all([gallery(admin, 2), gallery(admin, 1)]);
    const statements = async (limit: number) => {
      const before = harness.statements();
      const { posts } = (await harness.guest.call('posts.feed', { query: { limit: String(limit) } })).body
        .data;
      expect(posts).toHaveLength(limit);
      return harness.statements() - before;
    };
    const first = await statements(9);
    expect(first).toBeGreaterThan(0);
    expect(await statements(1)).toBe(first);
    expect(await statements(9)).toBe(0);
  });
});

describe('an empty site', () => {
  it('has an empty feed', async () => {
    await using harness = await createHarness();
    expect((await harness.guest.call('posts.feed')).body.data).toEqual({
      posts: [],
      pagination: { page: 1, limit: 20, hasMore: false, totalCount: 0 },
    });
  });
});
