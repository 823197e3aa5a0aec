import type { Viewer } from '../platform/http/handler.ts';

/** Whether this person sees everything: admin-only posts, drafts, the real counts. */
export const seesAll = (viewer: Viewer | null): boolean => viewer?.role === 'admin';

/** Published posts for everyone, admin-only ones and drafts for admins; for others those do not exist. */
export const isVisible = (
  post: { readonly published: number; readonly admin_only: number },
  viewer: Viewer | null,
): boolean => seesAll(viewer) || isPublic(post);

/** Whether anyone may see it, and its media without a signature. */
export const isPublic = (post: { readonly published: number; readonly admin_only: number }): boolean =>
  post.published === 1 && post.admin_only === 0;
