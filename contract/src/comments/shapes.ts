import { z } from 'zod';
import { personNames } from '../accounts/person-names.ts';
import { storedText } from '../plain-text.ts';
import { checkedText, id, isoTime } from '../schemas.ts';
import { commentFault } from './rules.ts';

/** The four labels of product.md §4, in English on both sides of the API. */
const reportReasons = ['Spam', 'Inappropriate Content', 'Harassment', 'Other'] as const;
export const reportReason = z.enum(reportReasons, 'reportReasonInvalid');
export type ReportReason = z.output<typeof reportReason>;

export const commentAction = z.enum(['like', 'dislike'], 'commentActionInvalid');
export type CommentAction = z.output<typeof commentAction>;

/** Open reports of one comment, by reason. */
const reasonCount = z.object({ reason: reportReason, count: z.number().int() });

/** decisions §3. `reports` reaches admins only and counts what no admin has handled yet. */
export const comment = z.object({
  _id: id,
  post_id: id,
  user_id: id,
  ...personNames,
  profilePictureUrl: z.string().nullable(),
  text: z.string(),
  created_at: isoTime,
  /** When the present text was written. */
  updated_at: isoTime,
  edited: z.boolean(),
  likes: z.number().int(),
  dislikes: z.number().int(),
  /** What the caller said to it; null for guests. */
  userAction: commentAction.nullable(),
  /** What the author's device called it, for the author only. */
  clientId: z.string().optional(),
  reports: z.array(reasonCount).optional(),
});
export type Comment = z.output<typeof comment>;

/** One text that a comment had, and when it was written. */
export const commentVersion = z.object({ text: z.string(), created_at: isoTime });
export type CommentVersion = z.output<typeof commentVersion>;

/** A reported comment with its post (decisions §6). */
export const report = z.object({
  comment,
  post: z.object({
    _id: id,
    postType: z.enum(['richText', 'gallery', 'video']),
    title: z.string(),
    caption: z.string(),
    ...personNames,
  }),
  reasons: z.array(reasonCount),
  /** Who reported it for what, the first report first. */
  reporters: z.array(z.object({ _id: id, ...personNames, reason: reportReason, created_at: isoTime })),
  /** When the newest of the reports came in. */
  reported_at: isoTime,
});
export type Report = z.output<typeof report>;

export const commentText = checkedText(commentFault).transform(storedText);
