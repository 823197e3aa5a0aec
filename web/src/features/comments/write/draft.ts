import { persistedText, persistText } from '../../../device/persisted-text.ts';
import { commentDraftKey } from '../../../device/storage-keys.ts';

/** What a guest wrote before signing in becomes the person's, unless they had begun something themselves. */
export function takeOverGuestDraft(userId: string, postId: string): void {
  const text = persistedText(commentDraftKey(null, postId));
  if (text === '') return;
  if (persistedText(commentDraftKey(userId, postId)) === '')
    persistText(commentDraftKey(userId, postId), text);
  persistText(commentDraftKey(null, postId), '');
}
