import { limits } from '@duet/contract/limits';
import type { YearOfPosts } from '@duet/contract/posts/shapes';

/** Where in the feed the newest post of a year stands: its page, from 1, and its place there, from 0. `years` is newest first. */
export function placeOfYear(years: readonly YearOfPosts[], year: number): { page: number; index: number } {
  const before = years.filter((each) => each.year > year).reduce((sum, { count }) => sum + count, 0);
  const size = limits.feed.pageSize;
  return { page: Math.floor(before / size) + 1, index: before % size };
}
