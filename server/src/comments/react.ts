import type { CommentAction } from '@duet/contract/comments/shapes';
import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { requireComment } from './access.ts';
import { countReactions, setReaction } from './store-reactions.ts';

/** Likes or dislikes a comment: the same again takes it back, the other one takes its place. */
export function reactToComment(
  { db, clock, realtime }: Context,
  viewer: Viewer,
  id: string,
  action: CommentAction,
) {
  return db.write(async (tx) => {
    const comment = await requireComment(tx, id, viewer);
    const userAction = comment.action === action ? null : action;
    tx.afterCommit(() => realtime.publish({ type: 'activity' }));
    await setReaction(tx, { commentId: id, userId: viewer.id }, userAction, clock.now());
    return { ...(await countReactions(tx, id)), userAction };
  });
}
