import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { personFeedQuery } from '../posts/index.ts';

/** The published posts of a person, newest first, as many pages of them as were asked for. */
export function usePersonPosts(viewer: string, id: string) {
  const cache = useQueryClient();
  const [count, setCount] = useState(1);
  const pages = useQueries({
    queries: Array.from({ length: count }, (_, index) => personFeedQuery(viewer, id, index + 1)),
  });
  const last = pages.at(-1);
  const seen = new Set<string>();
  const posts = pages
    .flatMap(({ data }) => data?.posts ?? [])
    // A post that came out meanwhile moves the others on by one, over the edge of a page.
    .filter(({ _id }) => !seen.has(_id) && seen.add(_id));
  return {
    posts,
    isLoaded: pages[0]?.data !== undefined,
    error: pages.find(({ error, data }) => error && !data)?.error ?? null,
    isFetching: pages.some(({ isFetching }) => isFetching),
    hasMore: last?.data?.pagination.hasMore ?? false,
    isLoadingMore: count > 1 && last?.isPending === true,
    more: () => setCount(count + 1),
    retry: () => void Promise.all(pages.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
    refresh: () =>
      Promise.all(
        pages.map((_, index) =>
          cache.refetchQueries({ queryKey: personFeedQuery(viewer, id, index + 1).queryKey }),
        ),
      ),
  };
}
