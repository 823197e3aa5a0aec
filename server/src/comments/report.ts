import { shownName } from '@duet/contract/accounts/shown-name';
import type { Comment, Report, ReportReason } from '@duet/contract/comments/shapes';
import { audit } from '../accounts/audit.ts';
import type { Context } from '../platform/context.ts';
import type { Reads } from '../platform/db/database.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { isoTime } from '../platform/iso-time.ts';
import { notify } from '../push/notify.ts';
import { isAuthor, requireComment } from './access.ts';
import { presentReport } from './present.ts';
import { showComment } from './show.ts';
import { type CommentWithAuthor, deleteComment } from './store.ts';
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
export const openReports = ({ db }: Context, viewer: Viewer): Promise<Report[]> =>
  showReports(db.scan, viewer);

/** The open reports of all comments, or of one. */
async function showReports(reads: Reads, viewer: Viewer, commentId?: string): Promise<Report[]> {
  const [reported, reasons, reporters] = await Promise.all([
    listReported(reads, viewer.id, commentId),
    countReasons(reads, commentId === undefined ? undefined : [commentId]),
    listReporters(reads, commentId),
  ]);
  return reported.map((comment) => presentReport(comment, viewer.id, reasons, reporters));
}

/** How many comments `openReports` lists. */
export const countOpenReports = (reads: Reads): Promise<number> => countReported(reads);

interface Handling {
  readonly action: 'keep' | 'delete';
  /** The report as the admin saw it. */
  readonly seen?: { readonly reported_at: string; readonly updated_at: string } | undefined;
  readonly address: string;
}

/**
 * Closes a comment's reports: keeps the comment, or deletes it with them. Answers it as it was left or was last. Throws
 * CHANGED_MEANWHILE where the comment has another text than the admin saw, or a newer report.
 */
export function handleReport(
  context: Context,
  viewer: Viewer,
  id: string,
  { action, seen, address }: Handling,
): Promise<Comment> {
  const { db, clock, realtime } = context;
  return db.write(async (tx) => {
    const comment = await requireComment(tx, id, viewer);
    tx.afterCommit(() => realtime.publish({ type: 'activity' }));
    if (seen) await requireAsSeen(tx, viewer, comment, seen);
    await closeReports(tx, id, { at: clock.now(), upTo: seen && Date.parse(seen.reported_at) });
    const left = await showComment(tx, id, viewer);
    if (action === 'delete') await deleteComment(tx, id, comment.post_id);
    const line = { actorId: viewer.id, subjectId: comment.user_id, address };
    await audit(context, tx, { ...line, action: `report.${action}`, details: { comment: id } });
    return left;
  });
}

async function requireAsSeen(
  tx: Reads,
  viewer: Viewer,
  { id, edited_at, created_at }: CommentWithAuthor,
  seen: NonNullable<Handling['seen']>,
): Promise<void> {
  const [report = null] = await showReports(tx, viewer, id);
  const isSame =
    isoTime(edited_at ?? created_at) === seen.updated_at &&
    // Closed by now is as good as seen: another admin, or the first try of this call, was at it.
    (report === null || report.reported_at === seen.reported_at);
  if (!isSame) throw new Failure('CHANGED_MEANWHILE', { top: { data: { report } } });
}
