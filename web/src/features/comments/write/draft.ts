import { keepText, keptText } from '../../../device/kept-text.ts';

/** Where a comment that is being written under a post stays on this device. */
export const draftKey = (userId: string | null, postId: string): string =>
  `duet.draft.comment.${userId ?? 'guest'}.${postId}`;

/** Where the change of a comment stays until it is saved. */
export const editKey = (commentId: string): string => `duet.draft.edited-comment.${commentId}`;

/** What a guest wrote before signing in becomes the person's, unless they had begun something themselves. */
export function takeOverGuestDraft(userId: string, postId: string): void {
  const text = keptText(draftKey(null, postId));
  if (text === '') return;
  if (keptText(draftKey(userId, postId)) === '') keepText(draftKey(userId, postId), text);
  keepText(draftKey(null, postId), '');
}
