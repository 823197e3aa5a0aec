import type { Comment, Report } from '@duet/contract/comments/shapes';
import { pictureUrl } from '../accounts/person.ts';
import { isoTime } from '../platform/iso-time.ts';
import type { CommentWithAuthor } from './store.ts';
import type { ReasonCount, ReportedComment, Reporter } from './store-reports.ts';

/** A comment as this reader sees it; with `reasons`, the open reports of the page, as admins see it. */
export function presentComment(
  comment: CommentWithAuthor,
  readerId: string | null,
  reasons?: readonly ReasonCount[],
): Comment {
  return {
    _id: comment.id,
    post_id: comment.post_id,
    user_id: comment.user_id,
    username: comment.username,
    displayName: comment.display_name,
    profilePictureUrl: pictureUrl(comment.picture_path),
    text: comment.text,
    created_at: isoTime(comment.created_at),
    updated_at: isoTime(comment.edited_at ?? comment.created_at),
    edited: comment.edited_at !== null,
    likes: comment.like_count,
    dislikes: comment.dislike_count,
    userAction: comment.action,
    ...(comment.client_id !== null && comment.user_id === readerId && { clientId: comment.client_id }),
    ...(reasons && { reports: reasonsOf(comment.id, reasons) }),
  };
}

export function presentReport(
  reported: ReportedComment,
  readerId: string,
  reasons: readonly ReasonCount[],
  reporters: readonly Reporter[],
): Report {
  return {
    comment: presentComment(reported, readerId, reasons),
    post: {
      _id: reported.post_id,
      postType: reported.post_type,
      title: reported.title,
      caption: reported.caption,
      username: reported.post_username,
      displayName: reported.post_display_name,
    },
    reasons: reasonsOf(reported.id, reasons),
    reporters: reporters
      .filter(({ comment_id }) => comment_id === reported.id)
      .map(({ user_id, username, display_name, reason, created_at }) => ({
        _id: user_id,
        username,
        displayName: display_name,
        reason,
        created_at: isoTime(created_at),
      })),
    reported_at: isoTime(reported.reported_at),
  };
}

const reasonsOf = (commentId: string, reasons: readonly ReasonCount[]) =>
  reasons
    .filter(({ comment_id }) => comment_id === commentId)
    .map(({ reason, count }) => ({ reason, count }));
