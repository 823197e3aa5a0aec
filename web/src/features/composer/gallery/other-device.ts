import type { Post } from '@duet/contract/posts/shapes';
import { call } from '../../../api/client.ts';
import type { GalleryDraft } from './gallery-item.ts';
import { itemOf } from './renew-items.ts';

/**
 * The newest gallery that this person has begun and not published, as the server has it: begun on another device, or
 * on this one before it forgot. Null where there is none with a picture, or no answer. `except` was discarded here just
 * now, and may still be there.
 */
export async function unfinishedGallery(username: string, except: string | null): Promise<Post | null> {
  try {
    const { data } = await call('posts.drafts');
    const newest = data.drafts.find(
      (draft) => draft.postType === 'gallery' && draft.username === username && draft._id !== except,
    );
    if (!newest) return null;
    const { post } = (await call('posts.detail', { params: { id: newest._id } })).data;
    return post.media.length > 0 ? post : null;
  } catch {
    // Nothing is offered; what waits there is found the next time.
    return null;
  }
}

/** What the server has of a gallery, to go on with it here. */
export const asDraft = (post: Post): GalleryDraft => ({
  items: post.media.map(itemOf),
  caption: post.caption,
  adminOnly: post.adminOnlyVisibility,
  draftId: post._id,
});
