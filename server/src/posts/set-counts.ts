import type { Post } from '@duet/contract/posts/shapes';
import { audit } from '../accounts/audit.ts';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { requireVisiblePost, showPost } from './show.ts';
import { updatePost } from './store.ts';

/**
 * Sets what is added to the real likes or views of a post. Does not touch when the post was changed. Throws
 * CHANGED_MEANWHILE with the post of now where the count is neither `was` nor already the one that is wanted.
 */
export function setExtraCount(
  context: Context,
  viewer: Viewer,
  id: string,
  extra: { readonly likes_extra: number } | { readonly views_extra: number },
  address: string,
  was?: number,
): Promise<Post> {
  return context.db.write(async (tx) => {
    const post = await requireVisiblePost(tx, id, viewer);
    const [now, wanted] =
      'likes_extra' in extra ? [post.likes_extra, extra.likes_extra] : [post.views_extra, extra.views_extra];
    if (was !== undefined && now !== was && now !== wanted) {
      const data = { post: await showPost(context, tx, id, viewer) };
      throw new Failure('CHANGED_MEANWHILE', { top: { data } });
    }
    await updatePost(tx, id, extra);
    await audit(context, tx, {
      actorId: viewer.id,
      action: 'likes_extra' in extra ? 'post.likes' : 'post.views',
      subjectId: id,
      details: extra,
      address,
    });
    return showPost(context, tx, id, viewer);
  });
}
