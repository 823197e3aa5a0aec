import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** How the site is; asked for once by all sections that show a part of it. */
export const useSiteStats = () =>
  useQuery({
    queryKey: ['numbers'],
    queryFn: async ({ signal }) => (await call('dashboard.stats', { signal })).data.numbers,
    staleTime: 0,
  });
