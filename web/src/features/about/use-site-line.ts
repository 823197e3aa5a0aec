import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** The line about the site, which no page is written with; empty until it is known. */
export function useSiteLine(): string {
  const { data } = useQuery({
    queryKey: queryKeys.siteLine,
    queryFn: async ({ signal }) => (await call('site.show', { signal })).data.site.line ?? '',
    staleTime: 60_000,
  });
  return data ?? '';
}
