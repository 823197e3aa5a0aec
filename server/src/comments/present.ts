import type { Comment, Report } from '@duet/contract/comments/shapes';
import { pictureUrl } from '../accounts/person.ts';
import { isoTime } from '../platform/iso-time.ts';
import type { CommentWithAuthor } from './store.ts';
import type { ReasonCount, ReportedComment } from './store-reports.ts';

/** A comment as its readers see it; with `reasons`, the open reports of the page, as admins see it. */
export function presentComment(comment: CommentWithAuthor, reasons?: readonly ReasonCount[]): Comment {
  return {
    _id: comment.id,
    post_id: comment.post_id,
    user_id: comment.user_id,
    username: comment.username,
    profilePictureUrl: pictureUrl(comment.picture_path),
    text: comment.text,
    created_at: isoTime(comment.created_at),
    updated_at: isoTime(comment.edited_at ?? comment.created_at),
    edited: comment.edited_at !== null,
    likes: comment.like_count,
    dislikes: comment.dislike_count,
    userAction: comment.action,
    ...(reasons && { reports: reasonsOf(comment.id, reasons) }),
  };
}

export function presentReport(reported: ReportedComment, reasons: readonly ReasonCount[]): Report {
  return {
    comment: presentComment(reported, reasons),
    post: {
      _id: reported.post_id,
      postType: reported.post_type,
      title: reported.title,
      caption: reported.caption,
      username: reported.post_username,
    },
    reasons: reasonsOf(reported.id, reasons),
    reported_at: isoTime(reported.reported_at),
  };
}

const reasonsOf = (commentId: string, reasons: readonly ReasonCount[]) =>
  reasons
    .filter(({ comment_id }) => comment_id === commentId)
    .map(({ reason, count }) => ({ reason, count }));
