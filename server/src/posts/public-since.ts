import type { PostRow } from '../platform/db/schema/posts.ts';
import { isPublic } from './public-posts.ts';

type Visibility = Pick<PostRow, 'published' | 'admin_only' | 'published_at' | 'public_since'>;

/** A post that is closed sooner was public by mistake: whoever was told found nothing, and is told once it is opened on purpose. */
const mistakeMs = 60 * 60_000;

/** Whether a post that was published for admins is opened to everybody, who have not been told of it. */
export const isFirstOpening = (post: Visibility, adminOnly: number | undefined): boolean =>
  post.published === 1 && post.admin_only === 1 && adminOnly === 0 && post.public_since === null;

/** `public_since` once its visibility is `adminOnly`: once told, a post stays so, however often it is closed and opened again. */
export function publicSinceAfter(
  post: Visibility,
  adminOnly: number | undefined,
  now: number,
): number | null {
  if (isFirstOpening(post, adminOnly)) return now;
  if (!isPublic(post) || adminOnly !== 1) return post.public_since;
  const since = post.public_since ?? post.published_at ?? now;
  return now - since < mistakeMs ? null : since;
}
