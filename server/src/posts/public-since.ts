import type { PostRow } from '../platform/db/schema/posts.ts';
import { isPublic } from './public-posts.ts';

type Visibility = Pick<PostRow, 'published' | 'admin_only' | 'published_at' | 'public_since'>;

/** Whether a post that was published for admins is opened to everybody for the first time. */
export const isFirstOpening = (post: Visibility, adminOnly: number | undefined): boolean =>
  post.published === 1 && post.admin_only === 1 && adminOnly === 0 && post.public_since === null;

/** `public_since` once its visibility is `adminOnly`: the first moment stays, however often it is closed and opened again. */
export function publicSinceAfter(
  post: Visibility,
  adminOnly: number | undefined,
  now: number,
): number | null {
  if (isFirstOpening(post, adminOnly)) return now;
  if (isPublic(post) && adminOnly === 1) return post.public_since ?? post.published_at;
  return post.public_since;
}
