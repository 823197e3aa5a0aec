import type { CommentAction } from '@duet/contract/comments/shapes';
import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { requireComment } from './access.ts';
import { countReactions, setReaction } from './store-reactions.ts';

interface Reaction {
  /** The same again takes it back, the other one takes its place. */
  readonly action: CommentAction;
  /** What is so from now on, whatever was before; counts instead of `action`. */
  readonly userAction?: CommentAction | null | undefined;
}

/** Likes or dislikes a comment, or takes it back. */
export function reactToComment(
  { db, clock, realtime }: Context,
  viewer: Viewer,
  id: string,
  { action, userAction: wanted }: Reaction,
) {
  return db.write(async (tx) => {
    const comment = await requireComment(tx, id, viewer);
    const toggled = comment.action === action ? null : action;
    const userAction = wanted === undefined ? toggled : wanted;
    if (userAction !== comment.action) {
      tx.afterCommit(() => realtime.publish({ type: 'activity' }));
      await setReaction(tx, { commentId: id, userId: viewer.id }, userAction, clock.now());
    }
    return { ...(await countReactions(tx, id)), userAction };
  });
}
