import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Person } from '../../test/harness.ts';
import { richText } from '../../test/posts.ts';
import { correctTotals, recountPosts } from './recount.ts';

const dayMs = 24 * 60 * 60 * 1000;
const count = 2400;

interface Listed {
  readonly id: string;
  readonly published_at: number;
  readonly admin_only: number;
  readonly user_id: string;
}

let harness: Harness;
let admin: Person;
let other: Person;
/** Every published post, the newest first. */
let all: Listed[];

beforeAll(async () => {
  harness = await createHarness();
  admin = await harness.admin();
  other = await harness.admin('second_admin');
  const first = await richText(admin);
  const { db } = harness.context;
  const row = await db.read
    .selectFrom('posts')
    .selectAll()
    .where('id', '=', first._id)
    .executeTakeFirstOrThrow();
  const newest = row.published_at ?? 0;
  // Days of very different lengths, days without a post, moments that several posts share.
  const rows = Array.from({ length: count }, (_, n) => ({
    ...row,
    id: `01000000-0000-7000-8000-${String((n * 7919) % count).padStart(12, '0')}`,
    published_at: newest - Math.floor(Math.sqrt(n) / 3) * 2 * dayMs - Math.floor((n % 50) / 3) * 1000,
    admin_only: n % 7 === 0 ? 1 : 0,
    user_id: n % 5 === 0 ? other.id : admin.id,
    published: n % 11 === 0 ? 0 : 1,
  }));
  await db.write(async (tx) => {
    for (let at = 0; at < count; at += 30) {
      await tx
        .insertInto('posts')
        .values(rows.slice(at, at + 30))
        .execute();
    }
  });
  expect((await recountPosts(harness.context)).wrong.length).toBeGreaterThan(5);
  await correctTotals(harness.context);
  expect((await recountPosts(harness.context)).wrong).toEqual([]);
  all = [
    { id: row.id, published_at: newest, admin_only: 0, user_id: admin.id },
    ...rows.filter((one) => one.published === 1),
  ].sort((one, other) => other.published_at - one.published_at || (one.id < other.id ? 1 : -1));
}, 60_000);
afterAll(() => harness[Symbol.asyncDispose]());

describe('a page far from the first', () => {
  it.each([
    ['everybody', 'a guest', 'desc'],
    ['everybody', 'a guest', 'asc'],
    ['everybody', 'an admin', 'desc'],
    ['everybody', 'an admin', 'asc'],
    ['one person', 'a guest', 'desc'],
    ['one person', 'a guest', 'asc'],
    ['one person', 'an admin', 'desc'],
    ['one person', 'an admin', 'asc'],
  ] as const)('has the posts of %s at its place, for %s in the order %s', async (whose, who, order) => {
    const caller = who === 'an admin' ? admin : harness.guest;
    const listed = all
      .filter(({ admin_only }) => who === 'an admin' || admin_only === 0)
      .filter(({ user_id }) => whose === 'everybody' || user_id === admin.id);
    const inOrder = (order === 'desc' ? listed : listed.toReversed()).map(({ id }) => id);
    const limit = 50;
    for (let page = 18; (page - 1) * limit < inOrder.length + limit; page += 1) {
      const { body } = await caller.call('posts.feed', {
        query: {
          page: String(page),
          limit: String(limit),
          order,
          ...(whose === 'one person' ? { userId: admin.id } : {}),
        },
      });
      const { posts, pagination } = body.data;
      expect(posts.map(({ _id }) => _id)).toEqual(inOrder.slice((page - 1) * limit, page * limit));
      expect(pagination).toEqual({
        page,
        limit,
        totalCount: inOrder.length,
        hasMore: page * limit < inOrder.length,
      });
    }
  });
});
