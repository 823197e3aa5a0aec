import { shownName } from '@duet/contract/accounts/shown-name';
import type { Comment } from '@duet/contract/comments/shapes';
import { audit } from '../accounts/audit.ts';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { notify } from '../push/notify.ts';
import { isAuthor, requireAuthorOrAdmin, requireComment, requirePost } from './access.ts';
import { showComment } from './show.ts';
import { deleteComment, findByClientId, insertComment, isDeleted, replaceText } from './store.ts';

interface Written {
  readonly postId: string;
  /** Clean. */
  readonly text: string;
  readonly clientId?: string | undefined;
}

/**
 * Writes a comment under a post that the person can see, or answers the one of the same `clientId`. Throws COMMENT_NOT_FOUND where
 * that one was deleted since.
 */
export function createComment(
  context: Context,
  viewer: Viewer,
  { postId, text, clientId }: Written,
): Promise<Comment> {
  const { db, ids, clock, realtime } = context;
  return db.write(async (tx) => {
    const sent = clientId === undefined ? null : { userId: viewer.id, postId, clientId };
    const [, known, gone] = await Promise.all([
      requirePost(tx, postId, viewer),
      sent && findByClientId(tx, sent),
      // In this order: one that is deleted meanwhile is seen by the second.
      sent && isDeleted(tx, sent),
    ]);
    if (known !== null) return showComment(tx, known, viewer);
    if (gone) throw new Failure('COMMENT_NOT_FOUND');
    const id = ids.next();
    tx.afterCommit(() => realtime.publish({ type: 'activity' }));
    const by = { id: viewer.id, name: shownName(viewer) };
    const [, , comment] = await Promise.all([
      insertComment(tx, {
        id,
        post_id: postId,
        user_id: viewer.id,
        text,
        client_id: clientId ?? null,
        created_at: clock.now(),
      }),
      notify(context, tx, { kind: 'comment', by, postId, commentId: id, text }),
      showComment(tx, id, viewer),
    ]);
    return comment;
  });
}

/** Changes one's own comment; the former text goes to its history. The same text again changes nothing. */
export function updateComment(
  { db, ids, clock, realtime }: Context,
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
      tx.afterCommit(() => realtime.publish({ type: 'activity' }));
      await replaceText(tx, { id, text, at: clock.now() }, former);
    }
    return showComment(tx, id, viewer);
  });
}

/** Deletes a comment for good: its author, or an admin. */
export function removeComment(context: Context, viewer: Viewer, id: string, address: string): Promise<void> {
  const { db, realtime } = context;
  return db.write(async (tx) => {
    const comment = await requireComment(tx, id, viewer);
    requireAuthorOrAdmin(comment, viewer);
    await deleteComment(tx, id, comment.post_id);
    tx.afterCommit(() => realtime.publish({ type: 'activity' }));
    if (isAuthor(comment, viewer)) return;
    const line = { actorId: viewer.id, subjectId: comment.user_id, address };
    await audit(context, tx, { ...line, action: 'comment.delete', details: { comment: id } });
  });
}
