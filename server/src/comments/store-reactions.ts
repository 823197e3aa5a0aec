import type { CommentAction } from '@duet/contract/comments/shapes';
import type { Reads, Writes } from '../platform/db/database.ts';

interface Reaction {
  readonly commentId: string;
  readonly userId: string;
}

/** Says like or dislike in place of what was said before, or takes it back (`null`); keeps the comment's sums. */
export async function setReaction(
  tx: Writes,
  { commentId, userId }: Reaction,
  action: CommentAction | null,
  at: number,
): Promise<void> {
  tx.concerns('comment_reactions', [commentId]);
  if (action === null) {
    await tx
      .deleteFrom('comment_reactions')
      .where('comment_id', '=', commentId)
      .where('user_id', '=', userId)
      .execute();
  } else {
    await tx
      .insertInto('comment_reactions')
      .values({ comment_id: commentId, user_id: userId, action, created_at: at })
      .onConflict((conflict) =>
        conflict.columns(['comment_id', 'user_id']).doUpdateSet({ action, created_at: at }),
      )
      .execute();
  }
  const { likes, dislikes } = await countReactions(tx, commentId);
  tx.concerns('comments', [commentId]);
  await tx
    .updateTable('comments')
    .set({ like_count: likes, dislike_count: dislikes })
    .where('id', '=', commentId)
    .execute();
}

export async function countReactions(
  reads: Reads,
  commentId: string,
): Promise<{ likes: number; dislikes: number }> {
  const rows = await reads
    .selectFrom('comment_reactions')
    .select((eb) => ['action', eb.fn.countAll<number>().as('count')])
    .where('comment_id', '=', commentId)
    .groupBy('action')
    .execute();
  const of = (action: CommentAction) => Number(rows.find((row) => row.action === action)?.count ?? 0);
  return { likes: of('like'), dislikes: of('dislike') };
}
