import type { Comment, Report, ReportReason } from '@duet/contract/comments/shapes';
import type { Context } from '../platform/context.ts';
import type { Reads } from '../platform/db/database.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { isAuthor, requireComment } from './access.ts';
import { presentReport } from './present.ts';
import { showComment } from './show.ts';
import { deleteComment } from './store.ts';
import { closeReports, countReasons, countReported, listReported, putReport } from './store-reports.ts';

/** Reports somebody else's comment to the admins; a second report of the same person replaces the first. */
export function reportComment(
  { db, clock }: Context,
  viewer: Viewer,
  id: string,
  reason: ReportReason,
): Promise<Comment> {
  return db.write(async (tx) => {
    const comment = await requireComment(tx, id, viewer);
    if (isAuthor(comment, viewer)) throw new Failure('OWN_COMMENT');
    await putReport(tx, { commentId: id, userId: viewer.id, reason, at: clock.now() });
    return showComment(tx, id, viewer);
  });
}

/** The comments that wait for an admin, the newest report first. */
export async function openReports({ db }: Context, viewer: Viewer): Promise<Report[]> {
  const [reported, reasons] = await Promise.all([listReported(db.read, viewer.id), countReasons(db.read)]);
  return reported.map((comment) => presentReport(comment, reasons));
}

/** How many comments `openReports` lists. */
export const countOpenReports = (reads: Reads): Promise<number> => countReported(reads);

/** Closes a comment's reports: keeps the comment, or deletes it with them. Answers it as it was left or was last. */
export function handleReport(
  { db, clock }: Context,
  viewer: Viewer,
  id: string,
  action: 'keep' | 'delete',
): Promise<Comment> {
  return db.write(async (tx) => {
    const comment = await requireComment(tx, id, viewer);
    await closeReports(tx, id, clock.now());
    const left = await showComment(tx, id, viewer);
    if (action === 'delete') await deleteComment(tx, id, comment.post_id);
    return left;
  });
}
