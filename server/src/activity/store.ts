import type { ActivityType } from '@duet/contract/activity/shapes';
import { sql } from 'kysely';
import type { Reads, Writes } from '../platform/db/database.ts';

/** One thing that somebody did. `subject_id` is the comment, or the post of a post's like. */
export interface Act {
  readonly type: ActivityType;
  readonly at: number;
  readonly user_id: string;
  readonly subject_id: string;
}

export type ActKind = 'comments' | 'likes' | 'reactions';
export const everyKind: readonly ActKind[] = ['comments', 'likes', 'reactions'];

/**
 * Acts are read from what they left behind: what was deleted or taken back is no longer among them, a like that
 * became a dislike is a dislike, and an admin's repeated likes are one, as old as the last of them.
 */
const acts = {
  comments: sql`select 'comment' as type, created_at as at, user_id, id as subject_id from comments`,
  likes: sql`select 'like' as type, updated_at as at, user_id, post_id as subject_id from likes`,
  reactions: sql`
    select case action when 'like' then 'comment_like' else 'comment_dislike' end as type,
      created_at as at, user_id, comment_id as subject_id from comment_reactions`,
} as const;

const newestFirst = sql`order by at desc, subject_id desc, user_id desc`;

/** A page of acts, the newest first. Each kind is read by its index, no further than the page reaches. */
export async function listActs(
  reads: Reads,
  kinds: readonly ActKind[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<Act[]> {
  const parts = kinds.map(
    (kind) => sql`select * from (${acts[kind]} ${newestFirst} limit ${offset + limit}) as ${sql.ref(kind)}`,
  );
  const { rows } = await sql<Act>`
    select * from (${sql.join(parts, sql` union all `)}) as acts
    ${newestFirst} limit ${limit} offset ${offset}`.execute(reads);
  return rows;
}

export async function countActs(reads: Reads, kinds: readonly ActKind[]): Promise<number> {
  const counts = kinds.map((kind) => sql`(select count(*) from (${acts[kind]}) as ${sql.ref(kind)})`);
  return number(reads, sql.join(counts, sql` + `));
}

interface Unseen {
  readonly count: number;
  /** Whether there may be more than were looked at. */
  readonly more: boolean;
}

/** Up to when an admin has seen what was done; null where they never looked. */
export async function findReadAt(reads: Reads, adminId: string): Promise<number | null> {
  const seen = await reads
    .selectFrom('activity_reads')
    .select('read_at')
    .where('user_id', '=', adminId)
    .executeTakeFirst();
  return seen?.read_at ?? null;
}

/**
 * What others than an admin did after a time, until now; of each kind so many acts are looked at, or all. What is said to be of
 * later was so by a clock that was ahead.
 */
export async function countUnseen(
  reads: Reads,
  adminId: string,
  { after, until, atMost }: { readonly after: number; readonly until: number; readonly atMost?: number },
): Promise<Unseen> {
  const limit = atMost === undefined ? sql`` : sql`limit ${atMost}`;
  const counts = await Promise.all(
    everyKind.map(async (kind) => {
      const { rows } = await sql<{ looked: number; unseen: number | null }>`
        select count(*) as looked, sum(case when user_id <> ${adminId} then 1 else 0 end) as unseen
        from (select user_id from (${acts[kind]}) as ${sql.ref(kind)} where at > ${after} and at <= ${until} ${limit}) as acts_seen`.execute(
        reads,
      );
      return { looked: Number(rows[0]?.looked), unseen: Number(rows[0]?.unseen ?? 0) };
    }),
  );
  return {
    count: counts.reduce((sum, { unseen }) => sum + unseen, 0),
    more: counts.some(({ looked }) => looked === atMost),
  };
}

/** When the newest act was, of those until now; 0 where there is none. */
export function findNewest(reads: Reads, until: number): Promise<number> {
  const newest = everyKind.map(
    (kind) => sql`select max(at) as at from (${acts[kind]}) as ${sql.ref(kind)} where at <= ${until}`,
  );
  return number(
    reads,
    sql`(select coalesce(max(at), 0) from (${sql.join(newest, sql` union all `)}) as newest)`,
  );
}

/** Marks seen what was done up to a time; answers whether less was. A mark of later than now was so by a clock that was ahead. */
export async function markSeen(
  tx: Writes,
  adminId: string,
  { upTo, until }: { readonly upTo: number; readonly until: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('activity_reads')
    .values({ user_id: adminId, read_at: upTo })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ read_at: upTo })
        .where(({ eb, or }) =>
          or([eb('activity_reads.read_at', '<', upTo), eb('activity_reads.read_at', '>', until)]),
        ),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

/** The comments that acts are about. */
export async function findComments(reads: Reads, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return reads.selectFrom('comments').select(['id', 'text', 'post_id']).where('id', 'in', ids).execute();
}

/** The posts that likes are about, as far as it takes to say which they are. */
export async function findPosts(reads: Reads, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return reads
    .selectFrom('posts')
    .select(['id', 'title', 'caption', 'content', 'content_format'])
    .where('id', 'in', ids)
    .execute();
}

export type FoundPost = Awaited<ReturnType<typeof findPosts>>[number];

async function number(reads: Reads, expression: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ value: number }>`select ${expression} as value`.execute(reads);
  return Number(rows[0]?.value);
}
