import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { pagination } from '../posts/shapes.ts';
import { clientId, id, queryInteger, sentTime } from '../schemas.ts';
import { comment, commentAction, commentText, commentVersion, report, reportReason } from './shapes.ts';

const params = z.object({ id });
/** A report as the caller saw it; another text or a newer report by now is CHANGED_MEANWHILE. */
const seenReport = z.object({ reported_at: sentTime, updated_at: sentTime });

export const commentsEndpoints = {
  'comments.list': endpoint({
    method: 'GET',
    path: '/api/comments/post/{id}',
    access: 'anyone',
    does: "A page of a post's comments, newest first unless `sort=oldest`.",
    params,
    query: z.object({
      page: queryInteger(1, 1_000_000, 1),
      limit: queryInteger(1, limits.comments.maxPageSize, limits.comments.pageSize),
      sort: z.enum(['newest', 'oldest'], 'fieldInvalid').default('newest'),
    }),
    data: z.object({ comments: z.array(comment), pagination }),
    errors: ['POST_NOT_FOUND'],
  }),
  'comments.create': endpoint({
    method: 'POST',
    path: '/api/comments',
    access: 'signedIn',
    does: 'Writes a comment under a post; the same `clientId` under the same post again answers the comment already written, and COMMENT_NOT_FOUND where that was deleted since.',
    body: z.object({
      postId: z.string('POST_ID_REQUIRED').min(1, 'POST_ID_REQUIRED'),
      text: commentText,
      clientId: clientId.optional(),
    }),
    data: z.object({ comment }),
    errors: ['POST_NOT_FOUND', 'POST_ID_REQUIRED', 'COMMENT_NOT_FOUND'],
    rateLimit: 'comments',
  }),
  'comments.update': endpoint({
    method: 'PUT',
    path: '/api/comments/{id}',
    access: 'signedIn',
    does: "Changes one's own comment; the former text goes to its history, the same text changes nothing.",
    params,
    body: z.object({ text: commentText }),
    data: z.object({ comment }),
    errors: ['COMMENT_NOT_FOUND', 'FORBIDDEN'],
    rateLimit: 'comments',
  }),
  'comments.delete': endpoint({
    method: 'DELETE',
    path: '/api/comments/{id}',
    access: 'signedIn',
    does: "Deletes a comment for good; its author's or an admin's call.",
    params,
    data: z.object({}),
    errors: ['COMMENT_NOT_FOUND', 'FORBIDDEN', 'SECOND_STEP_REQUIRED'],
  }),
  'comments.like': endpoint({
    method: 'POST',
    path: '/api/comments/{id}/like',
    access: 'signedIn',
    does: 'Likes or dislikes a comment; the same again takes it back, the other one switches. With `userAction` that is what one says from now on, however often it is sent.',
    params,
    body: z.object({
      action: commentAction.default('like'),
      userAction: commentAction.nullable().optional(),
    }),
    data: z.object({
      likes: z.number().int(),
      dislikes: z.number().int(),
      userAction: commentAction.nullable(),
    }),
    errors: ['COMMENT_NOT_FOUND'],
    rateLimit: 'likes',
  }),
  'comments.report': endpoint({
    method: 'PATCH',
    path: '/api/comments/{id}/offensive',
    access: 'signedIn',
    does: "Reports somebody else's comment to the admins; a second report of the same person replaces the first.",
    params,
    body: z.object({ reason: reportReason }),
    data: z.object({ comment }),
    errors: ['COMMENT_NOT_FOUND', 'OWN_COMMENT'],
    rateLimit: 'reports',
  }),
  'comments.history': endpoint({
    method: 'GET',
    path: '/api/comments/{id}/history',
    access: 'signedIn',
    does: "A comment's texts, oldest first, the present one last; for its author and admins. Of those it had before, the first and the newest 500.",
    params,
    data: z.object({ history: z.array(commentVersion) }),
    errors: ['COMMENT_NOT_FOUND', 'FORBIDDEN', 'SECOND_STEP_REQUIRED'],
  }),
  'comments.reports': endpoint({
    method: 'GET',
    path: '/api/admin/reports',
    access: 'admin',
    does: 'The reported comments that no admin has handled yet, the newest report first.',
    query: z.object({ status: z.enum(['open'], 'fieldInvalid').default('open') }),
    data: z.object({ reports: z.array(report) }),
  }),
  'comments.handleReport': endpoint({
    method: 'POST',
    path: '/api/admin/reports/{commentId}',
    access: 'admin',
    does: 'Closes the reports of a comment: keeps the comment, or deletes it. With `seen` (the `reported_at` of the report, the `updated_at` of its comment), only while it is as it was seen; `report` beside CHANGED_MEANWHILE is null where its reports are closed by now.',
    params: z.object({ commentId: id }),
    body: z.object({
      action: z.enum(['keep', 'delete'], 'reportActionInvalid'),
      seen: seenReport.optional(),
    }),
    data: z.object({ comment, deleted: z.boolean() }),
    conflict: z.object({ report: report.nullable() }),
    errors: ['COMMENT_NOT_FOUND', 'CHANGED_MEANWHILE'],
  }),
};
