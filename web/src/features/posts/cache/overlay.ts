import type { Post } from '@duet/contract/posts/shapes';
import { Overlay } from '../../../api/overlay.ts';

interface Removal {
  /** The person deleted it; the server may not have yet. */
  readonly isRemoved: boolean;
}

/** What was done to posts and is on its way to the server. */
export const postOverlay = new Overlay<Post, Removal>();
