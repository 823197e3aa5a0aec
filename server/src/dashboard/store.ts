import { dayMs } from '@duet/contract/limits';
import { type Expression, type RawBuilder, sql } from 'kysely';
import { activeAdmin } from '../accounts/active-admin.ts';
import type { Reads } from '../platform/db/database.ts';

/** Whole days since 1970, UTC, to how many. */
export type ByDay = ReadonlyMap<number, number>;

const dayOf = (column: string): RawBuilder<number> => sql<number>`${sql.ref(column)} / ${sql.lit(dayMs)}`;
const countWhere = (condition: Expression<unknown>) =>
  sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;

const figuresOf = <T extends Record<string, unknown>>(row: T): { [Name in keyof T]: number } =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])) as {
    [Name in keyof T]: number;
  };

/** Published posts by their totals, drafts and comments by counting entries of an index. */
export async function countPosts(reads: Reads) {
  const { rows } = await sql<{ published: number; drafts: number; comments: number }>`
    select (select coalesce(sum(public_count + admin_only_count), 0) from post_authors) as published,
      (select count(*) from posts where published = 0) as drafts,
      (select count(*) from comments) as comments`.execute(reads);
  return figuresOf(rows[0] ?? { published: 0, drafts: 0, comments: 0 });
}

export async function countPeople(reads: Reads) {
  return figuresOf(
    await reads
      .selectFrom('users')
      .select((eb) => [
        countWhere(sql`deleted_at is null and waiting_since is null`).as('active'),
        countWhere(activeAdmin(eb)).as('admins'),
        countWhere(sql`deleted_at is not null`).as('deleted'),
      ])
      .executeTakeFirstOrThrow(),
  );
}

export async function countStored(reads: Reads) {
  return figuresOf(
    await reads
      .selectFrom('media')
      .select(({ fn }) => [fn.countAll().as('files'), sql<number>`coalesce(sum(size), 0)`.as('bytes')])
      .where('state', '=', 'ready')
      .executeTakeFirstOrThrow(),
  );
}

export async function countFailedVideos(reads: Reads): Promise<number> {
  const { count } = await reads
    .selectFrom('video_conversions')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('state', '=', 'failed')
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function viewsByDay(reads: Reads, fromDay: number): Promise<ByDay> {
  const rows = await reads
    .selectFrom('view_days')
    .select(({ fn }) => ['day', fn.sum<number>('count').as('count')])
    .where('day', '>=', fromDay)
    .groupBy('day')
    .execute();
  return byDay(rows);
}

/** Likes by when somebody first gave one to a post, or people by when they came. */
export async function createdByDay(reads: Reads, table: 'likes' | 'users', fromDay: number): Promise<ByDay> {
  const rows = await reads
    .selectFrom(table)
    .select(({ fn }) => [dayOf('created_at').as('day'), fn.countAll<number>().as('count')])
    .where('created_at', '>=', fromDay * dayMs)
    .groupBy(dayOf('created_at'))
    .execute();
  return byDay(rows);
}

const byDay = (rows: readonly { day: number; count: number }[]): ByDay =>
  new Map(rows.map(({ day, count }) => [Number(day), Number(count)]));
