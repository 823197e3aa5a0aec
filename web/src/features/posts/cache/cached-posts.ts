import type { Pagination, Post } from '@duet/contract/posts/shapes';
import type { QueryClient } from '@tanstack/react-query';
import { invalidateInFlight } from '../../../api/invalidate.ts';
import { OptimisticFields } from '../../../api/optimistic-fields.ts';
import { queryClient } from '../../../api/queries.ts';
import { queryKeys } from '../../../api/query-keys.ts';

/** Where posts are kept: `posts/feed/{viewer}/{page}`, `posts/feed/{viewer}/person/{personId}/{page}` and `posts/detail/{viewer}/{id}`; answers differ by viewer. */

export interface FeedPage {
  readonly posts: readonly Post[];
  readonly pagination: Pagination;
  /** When this device kept it (ISO 8601), where no network gave a newer one. */
  readonly keptAt?: string | undefined;
}

/** Puts what the server said of a post into every kept copy of it. */
export function updateCachedPost(id: string, fields: Partial<Post>, cache: QueryClient = queryClient): void {
  const change = (post: Post): Post => (post._id === id ? { ...post, ...fields } : post);
  cache.setQueriesData<FeedPage>(
    { queryKey: queryKeys.feed },
    (page) => page && { ...page, posts: page.posts.map(change) },
  );
  cache.setQueriesData<Post>({ queryKey: queryKeys.posts }, (post) => post && change(post));
}

/** The same for what was done here: copies that are on their way may come without it, and are asked for again. */
export function updateOwnCachedPost(
  id: string,
  fields: Partial<Post>,
  cache: QueryClient = queryClient,
): void {
  updateCachedPost(id, fields, cache);
  invalidateInFlight({ queryKey: queryKeys.feed }, cache);
  invalidateInFlight(
    { queryKey: queryKeys.posts, predicate: ({ queryKey }) => queryKey.at(-1) === id },
    cache,
  );
}

/** Takes a deleted post out of every list. */
export function removeCachedPost(id: string, cache: QueryClient = queryClient): void {
  cache.setQueriesData<FeedPage>({ queryKey: queryKeys.feed }, (page) => {
    if (!page?.posts.some((post) => post._id === id)) return page;
    const { pagination, posts } = page;
    const totalCount = Math.max(0, pagination.totalCount - 1);
    return {
      ...page,
      posts: posts.filter((post) => post._id !== id),
      pagination: { ...pagination, totalCount },
    };
  });
  cache.removeQueries({ queryKey: queryKeys.posts, predicate: ({ queryKey }) => queryKey.at(-1) === id });
}

/** A copy of a post from a page of the feed that this viewer has seen. */
export function findCachedPost(
  viewer: string,
  id: string,
  cache: QueryClient = queryClient,
): Post | undefined {
  for (const [, page] of cache.getQueriesData<FeedPage>({ queryKey: queryKeys.feedOf(viewer) })) {
    const post = page?.posts.find((post) => post._id === id);
    if (post) return post;
  }
  return undefined;
}

interface Pending {
  /** The person deleted it; the server may not have yet. */
  readonly isRemoved: boolean;
  /** The person liked it while the site could not be reached; it is sent later. */
  readonly likeWaits: boolean;
}

/** What was done to posts and is on its way to the server. */
export const optimisticPosts = new OptimisticFields<Post, Pending>();
