import { dayMs } from '@duet/contract/limits';
import { sql } from 'kysely';
import { inBatches } from '../media/batches.ts';
import { dayOf } from '../platform/days.ts';
import type { Condition, Reads, Writes } from '../platform/db/database.ts';
import type { PostAuthorDayRow, PostAuthorRow, PostDayRow, PostRow } from '../platform/db/schema/posts.ts';
import { isPublic } from './public-posts.ts';

/** Of a post, what decides where it is counted. */
export type Counted = Pick<PostRow, 'user_id' | 'published' | 'admin_only' | 'published_at'>;

export type Counts = Pick<PostDayRow, 'public_count' | 'admin_only_count'>;

/** Counts posts anew that go from one state to another; null where there is none. */
export async function moveInTotals(tx: Writes, before: Counted | null, after: Counted | null): Promise<void> {
  const [from, to] = [placeOf(before), placeOf(after)];
  if (from && to && from.day === to.day && from.userId === to.userId && from.adminOnly === to.adminOnly)
    return;
  if (from) await add(tx, from, -1);
  if (to) await add(tx, to, 1);
}

interface Place {
  readonly day: number;
  readonly userId: string;
  readonly adminOnly: boolean;
}

const placeOf = (post: Counted | null): Place | null =>
  post?.published === 1
    ? {
        day: dayOf(post.published_at ?? 0),
        userId: post.user_id,
        adminOnly: !isPublic(post),
      }
    : null;

async function add(tx: Writes, { day, userId, adminOnly }: Place, by: 1 | -1): Promise<void> {
  const counts = { public_count: adminOnly ? 0 : by, admin_only_count: adminOnly ? by : 0 };
  await tx
    .insertInto('post_days')
    .values({ day, ...counts })
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet((eb) => ({
        public_count: eb('post_days.public_count', '+', counts.public_count),
        admin_only_count: eb('post_days.admin_only_count', '+', counts.admin_only_count),
      })),
    )
    .execute();
  await tx
    .insertInto('post_authors')
    .values({ user_id: userId, ...counts })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({
        public_count: eb('post_authors.public_count', '+', counts.public_count),
        admin_only_count: eb('post_authors.admin_only_count', '+', counts.admin_only_count),
      })),
    )
    .execute();
  await tx
    .insertInto('post_author_days')
    .values({ user_id: userId, day, ...counts })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'day']).doUpdateSet((eb) => ({
        public_count: eb('post_author_days.public_count', '+', counts.public_count),
        admin_only_count: eb('post_author_days.admin_only_count', '+', counts.admin_only_count),
      })),
    )
    .execute();
}

/** Which published posts a list shows. */
export interface Listing {
  /** Those for admins alone as well. */
  readonly adminOnlyToo: boolean;
  /** The one who wrote them; null for everybody. */
  readonly authorId: string | null;
}

/** How many posts a list shows. */
export async function countListed(reads: Reads, { adminOnlyToo, authorId }: Listing): Promise<number> {
  const { count } = await reads
    .selectFrom('post_authors')
    .select(({ fn }) => fn.coalesce(fn.sum<number>(shownCount(adminOnlyToo)), sql.lit(0)).as('count'))
    .$if(authorId !== null, (query) => query.where('user_id', '=', authorId ?? ''))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many posts a list of everybody shows of each day that has any, newest first. */
export async function countDays(
  reads: Reads,
  adminOnlyToo: boolean,
): Promise<{ day: number; count: number }[]> {
  const rows = await reads
    .selectFrom('post_days')
    .select(['day', shownCount(adminOnlyToo).as('count')])
    .where(shownCount(adminOnlyToo), '>', 0)
    .orderBy('day', 'desc')
    .execute();
  return rows.map(({ day, count }) => ({ day: Number(day), count: Number(count) }));
}

/** Where a feed is to be read from: within posts of this day (whole days since 1970, UTC) and those that follow. */
export interface Start {
  readonly day: number;
  /** How many posts of the days before it come first in the feed. */
  readonly before: number;
}

/** The day of the post at a place of the feed, counted from 0; null beyond its end. */
export async function findStart(
  reads: Reads,
  { order: direction, adminOnlyToo, authorId }: Listing & { readonly order: 'asc' | 'desc' },
  offset: number,
): Promise<Start | null> {
  const order = sql.raw(direction);
  const days = authorId === null ? sql`post_days` : sql`post_author_days where user_id = ${authorId}`;
  const { rows } = await sql<Start>`
    select day, upto - count as before from (
      select day, count, sum(count) over (order by day ${order}) as upto
      from (select day, ${shownCount(adminOnlyToo)} as count from ${days}) as counted
    ) as days
    where upto > ${offset} order by day ${order} limit 1`.execute(reads);
  return rows[0] ? { day: Number(rows[0].day), before: Number(rows[0].before) } : null;
}

/** Of the posts of a feed, those of the start's day and those that follow. */
export const fromStart = ({ day }: Start, order: 'asc' | 'desc'): Condition<'posts'> =>
  order === 'desc'
    ? (eb) => eb.and([eb('posts.published_at', '<', (day + 1) * dayMs)])
    : (eb) => eb.and([eb('posts.published_at', '>=', day * dayMs)]);

const shownCount = (adminOnlyToo: boolean) =>
  adminOnlyToo ? sql<number>`public_count + admin_only_count` : sql<number>`public_count`;

/** Totals as they are kept, and as the posts themselves add up to. */
export interface Totals {
  readonly days: readonly PostDayRow[];
  readonly authors: readonly PostAuthorRow[];
  readonly authorDays: readonly PostAuthorDayRow[];
}

export async function findTotals(reads: Reads): Promise<Totals> {
  const days = await reads.selectFrom('post_days').selectAll().orderBy('day').execute();
  const authors = await reads.selectFrom('post_authors').selectAll().orderBy('user_id').execute();
  const authorDays = await reads
    .selectFrom('post_author_days')
    .selectAll()
    .orderBy('user_id')
    .orderBy('day')
    .execute();
  return { days, authors, authorDays };
}

/** Reads every post. */
export async function addUpTotals(reads: Reads): Promise<Totals> {
  const counts = [
    sql<number>`sum(1 - admin_only)`.as('public_count'),
    sql<number>`sum(admin_only)`.as('admin_only_count'),
  ] as const;
  const day = sql<number>`published_at / ${sql.lit(dayMs)}`;
  const published = reads.selectFrom('posts').where('published', '=', 1);
  const days = await published
    .select([day.as('day'), ...counts])
    .groupBy(day)
    .orderBy('day')
    .execute();
  const authors = await published
    .select(['user_id', ...counts])
    .groupBy('user_id')
    .orderBy('user_id')
    .execute();
  const authorDays = await published
    .select(['user_id', day.as('day'), ...counts])
    .groupBy(['user_id', day])
    .orderBy('user_id')
    .orderBy('day')
    .execute();
  return {
    days: days.map((row) => ({ day: Number(row.day), ...countsOf(row) })),
    authors: authors.map((row) => ({ user_id: row.user_id, ...countsOf(row) })),
    authorDays: authorDays.map((row) => ({ user_id: row.user_id, day: Number(row.day), ...countsOf(row) })),
  };
}

const countsOf = (row: Counts): Counts => ({
  public_count: Number(row.public_count),
  admin_only_count: Number(row.admin_only_count),
});

/** Keeps these totals in the place of all others. */
export async function replaceTotals(tx: Writes, { days, authors, authorDays }: Totals): Promise<void> {
  await tx.deleteFrom('post_days').execute();
  await tx.deleteFrom('post_authors').execute();
  await tx.deleteFrom('post_author_days').execute();
  await inBatches(days, async (batch) => {
    await tx
      .insertInto('post_days')
      .values([...batch])
      .execute();
    return [];
  });
  await inBatches(authors, async (batch) => {
    await tx
      .insertInto('post_authors')
      .values([...batch])
      .execute();
    return [];
  });
  await inBatches(authorDays, async (batch) => {
    await tx
      .insertInto('post_author_days')
      .values([...batch])
      .execute();
    return [];
  });
}
