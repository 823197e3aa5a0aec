import type { ReportReason } from '@duet/contract/comments/shapes';
import type { Reads, Writes } from '../platform/db/database.ts';
import { commentsWithAuthor } from './store.ts';

export interface ReasonCount {
  readonly comment_id: string;
  readonly reason: ReportReason;
  readonly count: number;
}

/** Reports a comment, or puts another reason in the place of the person's former one; open again either way. */
export async function putReport(
  tx: Writes,
  report: { commentId: string; userId: string; reason: ReportReason; at: number },
): Promise<void> {
  const { commentId, userId, reason, at } = report;
  await tx
    .insertInto('comment_reports')
    .values({ comment_id: commentId, user_id: userId, reason, created_at: at })
    .onConflict((conflict) =>
      conflict.columns(['comment_id', 'user_id']).doUpdateSet({ reason, created_at: at, handled_at: null }),
    )
    .execute();
}

/** Closes the open reports of a comment: all, or those up to the newest that an admin has seen. */
export async function closeReports(
  tx: Writes,
  commentId: string,
  { at, upTo }: { readonly at: number; readonly upTo: number | undefined },
): Promise<void> {
  await tx
    .updateTable('comment_reports')
    .set({ handled_at: at })
    .where('comment_id', '=', commentId)
    .where('handled_at', 'is', null)
    .$if(upTo !== undefined, (query) => query.where('created_at', '<=', upTo ?? 0))
    .execute();
}

/** Open reports by comment and reason: of all comments, or of those on one page of one post. */
export async function countReasons(reads: Reads, commentIds?: readonly string[]): Promise<ReasonCount[]> {
  if (commentIds?.length === 0) return [];
  const rows = await reads
    .selectFrom('comment_reports')
    .select((eb) => ['comment_id', 'reason', eb.fn.countAll<number>().as('count')])
    .where('handled_at', 'is', null)
    .$if(commentIds !== undefined, (query) => query.where('comment_id', 'in', commentIds ?? []))
    .groupBy(['comment_id', 'reason'])
    .orderBy('reason')
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** Comments with open reports beside their posts, the newest report first: all, or one. */
export const listReported = (reads: Reads, viewerId: string, commentId?: string) =>
  commentsWithAuthor(reads, viewerId)
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('comment_reports')
          .select((inner) => [
            'comment_id',
            inner.fn.max<number>('comment_reports.created_at').as('reported_at'),
          ])
          .where('handled_at', 'is', null)
          .groupBy('comment_id')
          .as('open'),
      (join) => join.onRef('open.comment_id', '=', 'comments.id'),
    )
    .innerJoin('users as author', 'author.id', 'posts.user_id')
    .select([
      'posts.post_type',
      'posts.title',
      'posts.caption',
      'author.username as post_username',
      'author.display_name as post_display_name',
    ])
    .select('open.reported_at')
    .$if(commentId !== undefined, (query) => query.where('comments.id', '=', commentId ?? ''))
    .orderBy('open.reported_at', 'desc')
    .orderBy('comments.id', 'desc')
    .execute();

export type ReportedComment = Awaited<ReturnType<typeof listReported>>[number];

/** Who has open reports, of whatever comment or of one, for what; the first report first. */
export const listReporters = (reads: Reads, commentId?: string) =>
  reads
    .selectFrom('comment_reports')
    .innerJoin('users', 'users.id', 'comment_reports.user_id')
    .select([
      'comment_id',
      'user_id',
      'users.username',
      'users.display_name',
      'reason',
      'comment_reports.created_at',
    ])
    .where('handled_at', 'is', null)
    .$if(commentId !== undefined, (query) => query.where('comment_id', '=', commentId ?? ''))
    .orderBy('comment_reports.created_at')
    .orderBy('user_id')
    .execute();

export type Reporter = Awaited<ReturnType<typeof listReporters>>[number];

/** How many comments wait for an admin. */
export async function countReported(reads: Reads): Promise<number> {
  const { count } = await reads
    .selectFrom('comment_reports')
    .select((eb) => eb.fn.count('comment_id').distinct().as('count'))
    .where('handled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
