import type { Post } from '@duet/contract/posts/shapes';
import { OptimisticFields } from '../../../api/optimistic-fields.ts';

interface Pending {
  /** The person deleted it; the server may not have yet. */
  readonly isRemoved: boolean;
  /** The person liked it while the site could not be reached; it is sent later. */
  readonly likeWaits: boolean;
}

/** What was done to posts and is on its way to the server. */
export const optimisticPosts = new OptimisticFields<Post, Pending>();
