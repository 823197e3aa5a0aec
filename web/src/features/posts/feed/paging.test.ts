import { describe, expect, it } from 'vitest';
import { postsShown, preloadIndexOf } from './paging.ts';

describe('paging', () => {
  it('preloads at index 14 [FEED-12]', () => {
    expect(preloadIndexOf(20)).toBe(14);
    expect(preloadIndexOf(15)).toBe(14);
    expect(preloadIndexOf(6)).toBe(5);
  });

  it('counts the posts up to and including this page [FEED-17]', () => {
    expect(postsShown({ page: 1, limit: 20, totalCount: 7, hasMore: false }, 7)).toBe(7);
    expect(postsShown({ page: 3, limit: 20, totalCount: 45, hasMore: false }, 5)).toBe(45);
    expect(postsShown({ page: 2, limit: 20, totalCount: 0, hasMore: false }, 3)).toBe(3);
  });
});
