import { shownName } from '@duet/contract/accounts/shown-name';
import type { Comment, Report, ReportReason } from '@duet/contract/comments/shapes';
import { audit } from '../accounts/audit.ts';
import type { Context } from '../platform/context.ts';
import type { Reads } from '../platform/db/database.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { notify } from '../push/notify.ts';
import { isAuthor, requireComment } from './access.ts';
import { presentReport } from './present.ts';
import { showComment } from './show.ts';
import { deleteComment } from './store.ts';
import {
  closeReports,
  countReasons,
  countReported,
  listReported,
  listReporters,
  putReport,
} from './store-reports.ts';

/** Reports somebody else's comment to the admins; a second report of the same person replaces the first. */
export function reportComment(
  context: Context,
  viewer: Viewer,
  id: string,
  reason: ReportReason,
): Promise<Comment> {
  const { db, clock, realtime } = context;
  return db.write(async (tx) => {
    const comment = await requireComment(tx, id, viewer);
    if (isAuthor(comment, viewer)) throw new Failure('OWN_COMMENT');
    tx.afterCommit(() => realtime.publish({ type: 'activity' }));
    await putReport(tx, { commentId: id, userId: viewer.id, reason, at: clock.now() });
    await notify(context, tx, {
      kind: 'report',
      by: { id: viewer.id, name: shownName(viewer) },
      commentId: id,
      reason,
    });
    return showComment(tx, id, viewer);
  });
}

/** The comments that wait for an admin, the newest report first. */
export async function openReports({ db }: Context, viewer: Viewer): Promise<Report[]> {
  const [reported, reasons, reporters] = await Promise.all([
    listReported(db.scan, viewer.id),
    countReasons(db.scan),
    listReporters(db.scan),
  ]);
  return reported.map((comment) => presentReport(comment, viewer.id, reasons, reporters));
}

/** How many comments `openReports` lists. */
export const countOpenReports = (reads: Reads): Promise<number> => countReported(reads);

/** Closes a comment's reports: keeps the comment, or deletes it with them. Answers it as it was left or was last. */
export function handleReport(
  context: Context,
  viewer: Viewer,
  id: string,
  { action, address }: { readonly action: 'keep' | 'delete'; readonly address: string },
): Promise<Comment> {
  const { db, clock, realtime } = context;
  return db.write(async (tx) => {
    const comment = await requireComment(tx, id, viewer);
    tx.afterCommit(() => realtime.publish({ type: 'activity' }));
    await closeReports(tx, id, clock.now());
    const left = await showComment(tx, id, viewer);
    if (action === 'delete') await deleteComment(tx, id, comment.post_id);
    const line = { actorId: viewer.id, subjectId: comment.user_id, address };
    await audit(context, tx, { ...line, action: `report.${action}`, details: { comment: id } });
    return left;
  });
}
