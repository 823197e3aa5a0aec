import { keepText, keptText } from '../../../device/kept-text.ts';
import { commentDraftKey } from '../../../device/storage-keys.ts';

/** What a guest wrote before signing in becomes the person's, unless they had begun something themselves. */
export function takeOverGuestDraft(userId: string, postId: string): void {
  const text = keptText(commentDraftKey(null, postId));
  if (text === '') return;
  if (keptText(commentDraftKey(userId, postId)) === '') keepText(commentDraftKey(userId, postId), text);
  keepText(commentDraftKey(null, postId), '');
}
