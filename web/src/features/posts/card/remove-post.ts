import type { Post } from '@duet/contract/posts/shapes';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/failure.ts';
import { untilGone } from '../../../api/retry-once.ts';
import { t } from '../../../i18n/language.ts';
import { confirm } from '../../../ui/confirm.ts';
import { toast } from '../../../ui/toast.ts';
import { optimisticPosts, removeCachedPost } from '../cache/cached-posts.ts';

/**
 * Asks, then deletes a post: gone from the screen at once, back again when the server refuses. Answers whether it
 * is deleted.
 */
export async function removePost({ _id: id }: Post): Promise<boolean> {
  const title = t('posts.deleteTitle');
  const isSure = await confirm({
    title,
    text: t('posts.deleteText'),
    confirmLabel: t('actions.delete'),
    danger: true,
  });
  if (!isSure) return false;
  optimisticPosts.set(id, { isRemoved: true });
  try {
    await untilGone(() => call('posts.delete', { params: { id } }), 'POST_NOT_FOUND');
    removeCachedPost(id);
    toast.success(t('posts.deleted'));
    return true;
  } catch (error) {
    const failed = t('posts.deleteFailed');
    const reason = failureText(error, '');
    toast.error(reason ? `${failed}: ${reason}` : failed);
    optimisticPosts.clear(id);
    return false;
  }
}
