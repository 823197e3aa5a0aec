import type { Comment } from '@duet/contract/comments/shapes';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/failure.ts';
import { untilGone } from '../../../api/retry-once.ts';
import { t } from '../../../i18n/language.ts';
import { confirm } from '../../../ui/confirm.ts';
import { toast } from '../../../ui/toast.ts';
import { dropComment, optimisticComments } from '../cache.ts';

/** Asks, then deletes a comment: gone from the screen at once, back again when the server refuses. */
export async function removeComment(comment: Comment): Promise<void> {
  const { _id: id } = comment;
  const isSure = await confirm({
    title: t('comments.deleteTitle'),
    text: t('comments.deleteText'),
    confirmLabel: t('actions.delete'),
    danger: true,
  });
  if (!isSure) return;
  optimisticComments.set(id, { isRemoved: true });
  try {
    await untilGone(() => call('comments.delete', { params: { id } }), 'COMMENT_NOT_FOUND');
    dropComment(comment);
    toast.success(t('comments.deleted'));
  } catch (error) {
    toast.error(failureText(error, t('comments.deleteFailed')));
  }
  optimisticComments.clear(id);
}
