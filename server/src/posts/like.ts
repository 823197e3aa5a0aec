import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { requireVisiblePost } from './show.ts';
import { addLike, findLikeClientIds } from './store.ts';
import { seesAll } from './visibility.ts';

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
    await requireVisiblePost(tx, postId, viewer);
    const again = seesAll(viewer);
    const before = await findLikeClientIds(tx, postId, viewer.id);
    if (clientId === undefined || !before.includes(clientId)) {
      const clientIds = [...before, ...(clientId === undefined ? [] : [clientId])].slice(-knownClientIds);
      const like = { postId, userId: viewer.id, at: clock.now(), again, clientIds };
      if (await addLike(tx, like)) tx.afterCommit(() => realtime.publish({ type: 'activity' }));
    }
    const { like_count, likes_extra } = await requireVisiblePost(tx, postId, viewer);
    return {
      hasUserLiked: true,
      totalLikes: like_count + likes_extra,
      ...(again ? { realLikesCount: like_count } : {}),
    };
  });
}
