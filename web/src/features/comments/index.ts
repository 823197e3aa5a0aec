/** What screens and other features may use of comments. It loads next to nothing until a sheet is opened. */

export {
  CommentsBeneath,
  CommentsSheet,
  loadComments,
  loadCommentsBeneath,
  RefusedNotice,
} from './LateComments.tsx';
export { useComments } from './use-comments.tsx';

/** Sends the comments that a person wrote without a network. Answers how many still wait. */
export const sendUnsentComments = async (userId: string): Promise<number> =>
  (await import('./write/send-unsent.ts')).sendUnsentComments(userId);
