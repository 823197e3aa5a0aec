import type { Post } from '@duet/contract/posts/shapes';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import {
  type FeedPage,
  findCachedPost,
  removeCachedPost,
  updateCachedPost,
  updateOwnCachedPost,
} from './cached-posts.ts';

const post = (id: string, totalLikes = 0) => ({ _id: id, totalLikes }) as Post;

function dependencies() {
  const cache = new QueryClient();
  const pagination = { page: 1, limit: 20, hasMore: false, totalCount: 2 };
  cache.setQueryData<FeedPage>(['posts', 'feed', 'me', 1], { posts: [post('a'), post('b')], pagination });
  cache.setQueryData<Post>(['posts', 'detail', 'me', 'a'], post('a'));
  cache.setQueryData<Post>(['posts', 'detail', 'me', 'b'], post('b'));
  return { cache, page: () => cache.getQueryData<FeedPage>(['posts', 'feed', 'me', 1]) };
}

describe('the kept copies of a post', () => {
  it('all change together', () => {
    const { cache, page } = dependencies();
    updateCachedPost('a', { totalLikes: 3 }, cache);
    expect(page()?.posts.map((copy) => copy.totalLikes)).toEqual([3, 0]);
    expect(cache.getQueryData<Post>(['posts', 'detail', 'me', 'a'])?.totalLikes).toBe(3);
    expect(cache.getQueryData<Post>(['posts', 'detail', 'me', 'b'])?.totalLikes).toBe(0);
  });

  it('keep what was done here when a page comes that was asked for before', async () => {
    const { cache, page } = dependencies();
    const pagination = { page: 1, limit: 20, hasMore: false, totalCount: 1 };
    const waiting: (() => void)[] = [];
    let likes = 0;
    const leave = new QueryObserver<FeedPage>(cache, {
      queryKey: ['posts', 'feed', 'me', 1],
      queryFn: () => {
        const answer: FeedPage = { posts: [post('a', likes)], pagination };
        return new Promise((resolve) => waiting.push(() => resolve(answer)));
      },
    }).subscribe(() => undefined);
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    likes = 1;
    updateOwnCachedPost('a', { totalLikes: 1 }, cache);
    await vi.waitFor(() => expect(waiting).toHaveLength(2));
    for (const answer of waiting) answer();
    await vi.waitFor(() => expect(cache.isFetching()).toBe(0));
    expect(page()?.posts).toEqual([post('a', 1)]);
    leave();
  });

  it('go when the post is deleted, and the total with them', () => {
    const { cache, page } = dependencies();
    removeCachedPost('a', cache);
    expect(page()?.posts.map((copy) => copy._id)).toEqual(['b']);
    expect(page()?.pagination.totalCount).toBe(1);
    expect(cache.getQueryData(['posts', 'detail', 'me', 'a'])).toBeUndefined();
    expect(cache.getQueryData(['posts', 'detail', 'me', 'b'])).toBeDefined();
  });

  it('are found for the same viewer only', () => {
    const { cache } = dependencies();
    expect(findCachedPost('me', 'b', cache)?._id).toBe('b');
    expect(findCachedPost('guest', 'b', cache)).toBeUndefined();
  });
});
