import type { Writes } from '../platform/db/database.ts';
import { updatePost } from './store.ts';
import { addToViewCounts, changeCommentCount } from './store-counts.ts';

// What a post shows of what other nouns store. They call these in the transaction that stores it.

/** One comment more or one less. */
export const countComment = (tx: Writes, postId: string, change: 1 | -1): Promise<void> =>
  changeCommentCount(tx, postId, change);

/** Adds to the views of posts, by their ids. */
export function addViews(tx: Writes, counts: ReadonlyMap<string, number>): Promise<void> {
  // In one order everywhere, so that two servers wait for each other instead of both.
  return addToViewCounts(
    tx,
    [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** Puts the real views of a post right. */
export const setViewCount = (tx: Writes, postId: string, count: number): Promise<void> =>
  updatePost(tx, postId, { view_count: count });
