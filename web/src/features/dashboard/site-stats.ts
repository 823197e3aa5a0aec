import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** How the site is; asked for once by all sections that show a part of it. */
export const useSiteStats = () =>
  useQuery({
    queryKey: queryKeys.stats,
    queryFn: async ({ signal }) => (await call('dashboard.stats', { signal })).data.numbers,
    staleTime: 0,
  });
