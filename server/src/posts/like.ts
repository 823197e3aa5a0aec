import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { addLike, findLikeable } from './store.ts';
import { isVisible, seesEverything } from './visibility.ts';

interface Liked {
  readonly hasUserLiked: boolean;
  readonly totalLikes: number;
  /** Admins only. */
  readonly realLikesCount?: number;
}

interface Like {
  readonly postId: string;
  /** What the device calls this like: the same like sent twice is one. */
  readonly clientId?: string | undefined;
}

/** So many likes of a post are known by name; a retry does not come later than that. */
const knownClientIds = 20;

/**
 * Likes a post: once for a person, where a second like changes nothing; each like of an admin adds one, however often it is
 * sent under the same `clientId`.
 */
export function likePost(
  { db, clock, realtime }: Context,
  viewer: Viewer,
  { postId, clientId }: Like,
): Promise<Liked> {
  return db.write(async (tx) => {
    const post = await findLikeable(tx, postId, viewer.id);
    if (!post || !isVisible(post, viewer)) throw new Failure('POST_NOT_FOUND');
    const again = seesEverything(viewer);
    const before = post.client_ids;
    const isFirst = post.own_likes === null;
    let counts: Pick<typeof post, 'like_count' | 'likes_extra'> = post;
    if ((isFirst || again) && (clientId === undefined || !before.includes(clientId))) {
      const known = [...before, ...(clientId === undefined ? [] : [clientId])].slice(-knownClientIds);
      const like = { postId, userId: viewer.id, at: clock.now(), clientIds: known.join('\n') };
      counts = await addLike(tx, like, isFirst);
      tx.afterCommit(() => realtime.publish({ type: 'activity' }));
    }
    const { like_count, likes_extra } = counts;
    return {
      hasUserLiked: true,
      totalLikes: like_count + likes_extra,
      ...(again ? { realLikesCount: like_count } : {}),
    };
  });
}
