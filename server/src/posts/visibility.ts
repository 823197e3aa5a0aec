import type { Viewer } from '../platform/http/handler.ts';
import { isPublic, type Publicity } from './public-posts.ts';

/** Whether this person sees everything: admin-only posts, drafts, the real counts. */
export const seesEverything = (viewer: Viewer | null): boolean => viewer?.role === 'admin';

/** Published posts for everyone, admin-only ones and drafts for admins; for others those do not exist. */
export const isVisible = (post: Publicity, viewer: Viewer | null): boolean =>
  seesEverything(viewer) || isPublic(post);
