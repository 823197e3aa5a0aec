import { limits } from '@duet/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useIsAdmin, useUser } from '../../session/session.ts';

/** Unread messages: asked every 15 s while the page is seen, on coming back, never twice within 3 s. */
export function useUnreadMessages(): number {
  const { data = 0 } = useQuery({
    queryKey: queryKeys.unreadMessages,
    queryFn: async ({ signal }) => (await call('messages.unreadCount', { signal })).data.unreadCount,
    enabled: useUser() !== null,
    refetchInterval: limits.messages.pollMs,
    refetchOnWindowFocus: true,
    staleTime: limits.messages.minRefreshMs,
  });
  return data;
}

/** Unread activity and open reports: asked every 234 s, for admins only, and when it was marked as read. */
export function useUnreadActivity(): number {
  const isAdmin = useIsAdmin();
  const { data = 0, refetch } = useQuery({
    queryKey: queryKeys.unreadActivity,
    queryFn: async ({ signal }) => (await call('activity.unreadCount', { signal })).data.unreadCount,
    enabled: isAdmin,
    refetchInterval: limits.activity.pollMs,
    refetchOnWindowFocus: true,
    staleTime: limits.activity.throttleMs,
  });
  useEffect(() => {
    if (!isAdmin) return;
    const refresh = () => void refetch();
    addEventListener('activityMarkedRead', refresh);
    return () => removeEventListener('activityMarkedRead', refresh);
  }, [isAdmin, refetch]);
  return isAdmin ? data : 0;
}
