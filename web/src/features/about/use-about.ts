import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useSession } from '../../session/session.ts';

/** What the couple tells of itself. Addresses of photos may be signed for who reads, so each reader has their own. */
export function useAbout() {
  const { user, status } = useSession();
  return useQuery({
    queryKey: queryKeys.aboutOf(user?._id ?? 'guest'),
    queryFn: async ({ signal }) => (await call('about.show', { signal })).data.about,
    enabled: status === 'ready',
    refetchOnReconnect: true,
  });
}

/** How many posts there are, and the year of the oldest; null while that is not known, and where there is none. */
export function usePostsSince(isWanted = true): { readonly count: number; readonly year: string } | null {
  const { user, status } = useSession();
  const { data } = useQuery({
    queryKey: queryKeys.oldestPost(user?._id ?? 'guest'),
    queryFn: async ({ signal }) => {
      const query = { page: 1, limit: 1, sort: 'created_at', order: 'asc' } as const;
      const { posts, pagination } = (await call('posts.feed', { query, signal })).data;
      return { oldest: posts[0]?.created_at ?? null, count: pagination.totalCount };
    },
    enabled: isWanted && status === 'ready',
    staleTime: 5 * 60_000,
  });
  if (!data?.oldest) return null;
  return { count: data.count, year: String(new Date(data.oldest).getFullYear()) };
}

/** The line about the site, which no page is written with; empty until it is known. */
export function useSiteLine(): string {
  const { data } = useQuery({
    queryKey: queryKeys.siteLine,
    queryFn: async ({ signal }) => (await call('site.show', { signal })).data.site.line ?? '',
    staleTime: 60_000,
  });
  return data ?? '';
}
