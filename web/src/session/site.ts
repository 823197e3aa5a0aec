import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { queryKeys } from '../api/query-keys.ts';

/** Whoever waits for the answer sees nothing to fill in meanwhile; later than this it counts as none. */
const patienceMs = 5000;

/** What the site tells everybody of itself (`GET /api/site`). */
export const siteQuery = queryOptions({
  queryKey: queryKeys.site,
  queryFn: async ({ signal }) =>
    (await call('site.show', { signal, timeoutMs: patienceMs, anonymous: true })).data.site,
  staleTime: 60_000,
  meta: { forEverybody: true },
  retry: false,
});

/**
 * Whether somebody can make an account here by themselves; null until that is known. Without an answer it counts as yes:
 * the server has the last word.
 */
export function useCanRegister(wanted = true): boolean | null {
  const { data, isPending } = useQuery({ ...siteQuery, enabled: wanted });
  if (isPending) return null;
  return data === undefined || data.joining === 'open' || data.joining === 'approval';
}
