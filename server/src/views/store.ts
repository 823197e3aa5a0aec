import { limits } from '@duet/contract/limits';
import { sql } from 'kysely';
import { inBatches } from '../media/batches.ts';
import type { Reads, Writes } from '../platform/db/database.ts';
import { publicPosts } from '../posts/public-posts.ts';
import type { ViewerKey } from './viewer.ts';

/** A post that somebody has seen. */
export interface Seen extends ViewerKey {
  readonly postId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Which of these posts everybody may see. */
export async function findPublic(reads: Reads, postIds: readonly string[]): Promise<Set<string>> {
  const rows = await inBatches(postIds, (batch) =>
    reads
      .selectFrom('posts')
      .select('id')
      .where('id', 'in', [...batch])
      .where(publicPosts)
      .execute(),
  );
  return new Set(rows.map(({ id }) => id));
}

/** When a viewer's view of a post counted last, as `post viewer` to milliseconds. */
export async function findCountedAt(
  reads: Reads,
  pairs: readonly { readonly postId: string; readonly viewer: string }[],
): Promise<Map<string, number>> {
  const rows = await inBatches(pairs, (batch) => {
    const values = sql.join(batch.map(({ postId, viewer }) => sql`(${postId}, ${viewer})`));
    return reads
      .selectFrom('views')
      .select(['viewer', 'post_id', 'counted_at'])
      .where(sql<boolean>`(post_id, viewer) in (values ${values})`)
      .execute();
  });
  return new Map(rows.map(({ viewer, post_id, counted_at }) => [`${post_id} ${viewer}`, counted_at]));
}

/**
 * Writes down each view that is the viewer's first of the post, or the first since the window ended. Answers those
 * that counted. No two may be of the same post and viewer.
 */
export async function insertViews(
  tx: Writes,
  seen: readonly Seen[],
): Promise<{ post_id: string; at: number }[]> {
  return inBatches(seen, (batch) =>
    tx
      .insertInto('views')
      .values(batch.map(({ postId, viewer, at }) => ({ post_id: postId, viewer, counted_at: at, count: 1 })))
      .onConflict((conflict) =>
        conflict
          .columns(['post_id', 'viewer'])
          .doUpdateSet((eb) => ({
            count: eb('views.count', '+', 1),
            counted_at: eb.ref('excluded.counted_at'),
          }))
          .where(sql<boolean>`views.counted_at <= excluded.counted_at - ${sql.lit(limits.views.windowMs)}`),
      )
      .returning(['post_id', 'counted_at as at'])
      .execute(),
  );
}

/** Adds to the figures of days. */
export async function addToDays(
  tx: Writes,
  rows: readonly { day: number; post_id: string; count: number }[],
): Promise<void> {
  await inBatches(rows, async (batch) => {
    await tx
      .insertInto('view_days')
      .values([...batch])
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'post_id'])
          .doUpdateSet((eb) => ({ count: eb('view_days.count', '+', eb.ref('excluded.count')) })),
      )
      .execute();
    return [];
  });
}

/** Removes up to `limit` records of views that counted last at `until` or before; answers how many there were. */
export async function deleteViews(tx: Writes, until: number, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('views')
    .where(
      sql<boolean>`(post_id, viewer) in (select post_id, viewer from views where counted_at <= ${until} limit ${limit})`,
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** A post whose shown real views are not those that are written down. */
export interface Miscount {
  readonly postId: string;
  readonly shown: number;
  readonly recorded: number;
}

/** Adds up the records of every post and answers those that show another number. */
export async function findMiscounts(
  reads: Reads,
): Promise<{ posts: number; views: number; wrong: Miscount[] }> {
  const rows = await reads
    .selectFrom('posts')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('view_days')
          .select((sum) => ['post_id', sum.fn.sum<number>('count').as('recorded')])
          .groupBy('post_id')
          .as('counted'),
      (join) => join.onRef('counted.post_id', '=', 'posts.id'),
    )
    .select(['posts.id', 'posts.view_count', 'counted.recorded'])
    .orderBy('posts.id')
    .execute();
  const all = rows.map(({ id, view_count, recorded }) => ({
    postId: id,
    shown: view_count,
    recorded: Number(recorded ?? 0),
  }));
  return {
    posts: all.length,
    views: all.reduce((sum, { recorded }) => sum + recorded, 0),
    wrong: all.filter(({ shown, recorded }) => shown !== recorded),
  };
}

/** How many views of a post are written down. */
export async function sumViews(reads: Reads, postId: string): Promise<number> {
  const { count } = await reads
    .selectFrom('view_days')
    .select(({ fn }) => fn.sum<number | null>('count').as('count'))
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow();
  return Number(count ?? 0);
}
