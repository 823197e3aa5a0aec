import type { Condition } from '../platform/db/database.ts';

/** What decides whether a post is public. */
export interface Publicity {
  readonly published: number;
  readonly admin_only: number;
}

/** Whether anyone may see a post, and its media without a signature: published, and not for admins alone. */
export const isPublic = (post: Publicity): boolean => post.published === 1 && post.admin_only === 0;

/** The same rule for queries that have `posts` in them: `.where(publicPosts)`, `.on(publicPosts)`. */
export const publicPosts: Condition<'posts'> = (eb) =>
  eb.and([eb('posts.published', '=', 1), eb('posts.admin_only', '=', 0)]);
