import { sql } from 'kysely';
import { activeAccount } from '../accounts/active-account.ts';
import type { Reads, Writes } from '../platform/db/database.ts';
import { publicPosts } from '../posts/public-posts.ts';

export async function insertReader(tx: Writes, userId: string, since: number): Promise<void> {
  await tx
    .insertInto('digest_readers')
    .values({ user_id: userId, since, queued_at: 0 })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

export async function deleteReader(tx: Writes, userId: string): Promise<void> {
  await tx.deleteFrom('digest_readers').where('user_id', '=', userId).execute();
}

export async function isReader(reads: Reads, userId: string): Promise<boolean> {
  const row = await reads
    .selectFrom('digest_readers')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** A span of time, in ms since 1970; `until` is not in it. */
interface Span {
  readonly from: number;
  readonly until: number;
}

/**
 * Some of those whose mail of a week is not queued: active people with a verified address that takes mail, who wanted it
 * before the week ended. A mail that was queued less than half a week before is that of the same week: the time zone of the
 * site was changed. One that was queued later than this was so by a clock that was ahead.
 */
export async function listDue(
  reads: Reads,
  { from, until }: Span,
  limit: number,
): Promise<{ id: string; email: string | null; queued_at: number }[]> {
  const half = (until - from) / 2;
  const due = reads
    .selectFrom('digest_readers')
    .innerJoin('users', 'users.id', 'digest_readers.user_id')
    .select(['users.id', 'users.email', 'digest_readers.queued_at'])
    .where('digest_readers.since', '<=', until)
    .where(activeAccount)
    .where('users.email', 'is not', null)
    .where('users.email_verified_at', 'is not', null)
    .where(
      sql<boolean>`not exists (select 1 from refused_addresses as refused where refused.email = lower(users.email))`,
    )
    .orderBy('digest_readers.queued_at')
    .limit(limit);
  const before = await due.where('digest_readers.queued_at', '<', until - half).execute();
  return before.length > 0 ? before : due.where('digest_readers.queued_at', '>', until + half).execute();
}

export async function markQueued(tx: Writes, userIds: readonly string[], at: number): Promise<void> {
  await tx
    .updateTable('digest_readers')
    .set({ queued_at: at })
    .where('user_id', 'in', [...userIds])
    .execute();
}

/** When everybody could first see it, by the words of its index. */
const publicFrom = sql<number>`coalesce(posts.public_since, posts.published_at)`;

/** The newest posts for everybody of those that everybody could first see in that time. */
export const listNewPosts = (reads: Reads, { from, until }: Span, limit: number): Promise<{ id: string }[]> =>
  reads
    .selectFrom('posts')
    .select('posts.id')
    .where(publicPosts)
    .where(publicFrom, '>=', from)
    .where(publicFrom, '<', until)
    .orderBy(publicFrom, 'desc')
    .orderBy('posts.id', 'desc')
    .limit(limit)
    .execute();
