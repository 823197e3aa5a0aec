import type { Comment, CommentAction } from '@duet/contract/comments/shapes';

/** What people said to a comment, and what the person who looks said. */
export type Reaction = Pick<Comment, 'likes' | 'dislikes' | 'userAction'>;

/** After a tap: the same again takes it back, the other one switches. */
export function reacted({ likes, dislikes, userAction }: Reaction, action: CommentAction): Reaction {
  const next = userAction === action ? null : action;
  const change = (of: CommentAction) => Number(next === of) - Number(userAction === of);
  return {
    likes: likes + change('like'),
    dislikes: dislikes + change('dislike'),
    userAction: next,
  };
}
