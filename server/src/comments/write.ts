import type { Comment } from '@duet/contract/comments/shapes';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { isAuthor, requireAuthorOrAdmin, requireComment, requirePost } from './access.ts';
import { showComment } from './show.ts';
import { deleteComment, insertComment, replaceText } from './store.ts';

/** Writes a comment under a post that the person can see. `text` is clean. */
export function createComment(
  { db, ids, clock }: Context,
  viewer: Viewer,
  { postId, text }: { readonly postId: string; readonly text: string },
): Promise<Comment> {
  return db.write(async (tx) => {
    await requirePost(tx, postId, viewer);
    const id = ids.next();
    await insertComment(tx, { id, post_id: postId, user_id: viewer.id, text, created_at: clock.now() });
    return showComment(tx, id, viewer);
  });
}

/** Changes one's own comment; the former text goes to its history. The same text again changes nothing. */
export function updateComment(
  { db, ids, clock }: Context,
  viewer: Viewer,
  id: string,
  text: string,
): Promise<Comment> {
  return db.write(async (tx) => {
    const comment = await requireComment(tx, id, viewer);
    if (!isAuthor(comment, viewer)) throw new Failure('FORBIDDEN');
    if (comment.text !== text) {
      const written = comment.edited_at ?? comment.created_at;
      const former = { id: ids.next(), comment_id: id, text: comment.text, created_at: written };
      await replaceText(tx, { id, text, at: clock.now() }, former);
    }
    return showComment(tx, id, viewer);
  });
}

/** Deletes a comment for good: its author, or an admin. */
export function removeComment({ db }: Context, viewer: Viewer, id: string): Promise<void> {
  return db.write(async (tx) => {
    const comment = await requireComment(tx, id, viewer);
    requireAuthorOrAdmin(comment, viewer);
    await deleteComment(tx, id, comment.post_id);
  });
}
