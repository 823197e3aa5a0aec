import { limits } from '@duet/contract/limits';
import type { Pagination } from '@duet/contract/posts/shapes';

/** The post of a page (counted from 0) whose arrival shows 'Load more'; the last one of a shorter page. */
export const preloadIndexOf = (count: number): number => Math.min(limits.feed.preloadIndex, count - 1);

/** How many posts were shown up to and including this page. */
export function postsShown({ page, limit, totalCount }: Pagination, onPage: number): number {
  return Math.min((page - 1) * limit + onPage, Math.max(totalCount, onPage));
}
