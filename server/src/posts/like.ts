import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { requireVisiblePost } from './show.ts';
import { addLike } from './store.ts';
import { seesAll } from './visibility.ts';

interface Liked {
  readonly hasUserLiked: boolean;
  readonly totalLikes: number;
  /** Admins only. */
  readonly realLikesCount?: number;
}

/** Likes a post: once for a person, where a second like changes nothing; each like of an admin adds one. */
export function likePost({ db, clock, realtime }: Context, viewer: Viewer, postId: string): Promise<Liked> {
  return db.write(async (tx) => {
    await requireVisiblePost(tx, postId, viewer);
    const again = seesAll(viewer);
    tx.afterCommit(() => realtime.publish({ type: 'activity' }));
    await addLike(tx, { postId, userId: viewer.id, at: clock.now(), again });
    const { like_count, likes_extra } = await requireVisiblePost(tx, postId, viewer);
    return {
      hasUserLiked: true,
      totalLikes: like_count + likes_extra,
      ...(again ? { realLikesCount: like_count } : {}),
    };
  });
}
