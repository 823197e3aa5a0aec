import type { Reads } from '../platform/db/database.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { isVisible } from '../posts/visibility.ts';
import { type CommentWithAuthor, findComment, findPost } from './store.ts';

/** The post, or POST_NOT_FOUND where it does not exist for this person. */
export async function requirePost(reads: Reads, id: string, viewer: Viewer | null) {
  const post = await findPost(reads, id);
  if (!post || !isVisible(post, viewer)) throw new Failure('POST_NOT_FOUND');
  return post;
}

/** The comment, or COMMENT_NOT_FOUND: comments of a post that does not exist for somebody do not either. */
export async function requireComment(reads: Reads, id: string, viewer: Viewer): Promise<CommentWithAuthor> {
  const comment = await findComment(reads, id, viewer.id);
  if (!comment || !isVisible(comment, viewer)) throw new Failure('COMMENT_NOT_FOUND');
  return comment;
}

export const isAuthor = (comment: CommentWithAuthor, viewer: Viewer): boolean =>
  comment.user_id === viewer.id;

/** Refuses all but the author and admins, of those who can see the comment. */
export function requireAuthorOrAdmin(comment: CommentWithAuthor, viewer: Viewer): void {
  if (isAuthor(comment, viewer) || viewer.role === 'admin') return;
  throw new Failure(viewer.lacksSecondStep ? 'SECOND_STEP_REQUIRED' : 'FORBIDDEN');
}
