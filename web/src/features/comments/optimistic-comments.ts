import type { Comment } from '@duet/contract/comments/shapes';
import { OptimisticFields } from '../../api/optimistic-fields.ts';

interface Removal {
  /** The person deleted it; the server may not have yet. */
  readonly isRemoved: boolean;
}

/** What was done to comments and is on its way to the server. */
export const optimisticComments = new OptimisticFields<Comment, Removal>();
