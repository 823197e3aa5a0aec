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
