import type { Post } from '@duet/contract/posts/shapes';
import { audit } from '../accounts/audit.ts';
import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { requireVisiblePost, showPost } from './show.ts';
import { updatePost } from './store.ts';

/** Sets what is added to the real likes or views of a post. Does not touch when the post was changed. */
export function setExtraCount(
  context: Context,
  viewer: Viewer,
  id: string,
  extra: { readonly likes_extra: number } | { readonly views_extra: number },
  address: string,
): Promise<Post> {
  return context.db.write(async (tx) => {
    await requireVisiblePost(tx, id, viewer);
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
