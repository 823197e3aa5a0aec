import type { Activity } from '@duet/contract/activity/shapes';
import { limits } from '@duet/contract/limits';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import type { Live } from '../../api/live.ts';
import { queryClient } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { refetchThrottled } from '../../api/throttled-refetch.ts';
import { useAddressQuery } from '../../ui/address-query.ts';
import { activityFailure } from './failure.ts';

const activityPath = '/admin/activity';

/** Loading the list marks it read, so it is loaded only for somebody who sees it; coming back to it loads it anyway. */
const isSeen = (): boolean => location.pathname === activityPath && document.visibilityState === 'visible';

/** Comments only, or likes as well. */
export type ActivityFilter = 'comments' | 'all';

/**
 * Marks as read what was listed, and no more, and notifies the header's badge. A failure needs no message: opening has marked it
 * already.
 */
async function markRead(newest: Activity | undefined): Promise<void> {
  const upTo = newest?.created_at ?? new Date(0).toISOString();
  await call('activity.markRead', { body: { upTo } }).catch(() => null);
  dispatchEvent(new Event('activityMarkedRead'));
}

async function loadPage(filter: ActivityFilter, page: number, signal: AbortSignal) {
  const query = { page, ...(filter === 'all' && { filter, type: filter }) };
  const answer = await call('activity.list', { query, signal });
  if (page === 1) void markRead(answer.activities[0]);
  return {
    activities: answer.activities,
    hasMore: answer.data.pagination.hasMore,
    notices: answer.data.notices ?? [],
  };
}

type ActivityPage = Awaited<ReturnType<typeof loadPage>>;

/** Older pages may repeat what came in meanwhile; each act shows once. */
function actsOf(data: InfiniteData<ActivityPage> | undefined) {
  const all = data?.pages.flatMap(({ activities }) => activities) ?? [];
  return [...new Map(all.map((act) => [act._id, act])).values()];
}

/** What people did, the newest first, page after page. Loading it marks it read; a failure says so in a toast. */
export function useActivity() {
  const { parameters, change } = useAddressQuery(activityPath);
  const filter: ActivityFilter = parameters.get('filter') === 'all' ? 'all' : 'comments';
  const choose = (chosen: ActivityFilter) => change({ filter: chosen === 'all' ? 'all' : null });
  const list = useInfiniteQuery({
    queryKey: queryKeys.activity(filter),
    queryFn: ({ pageParam, signal }) => loadPage(filter, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
    staleTime: 0,
    refetchOnReconnect: isSeen,
  });
  const { error, errorUpdatedAt } = list;
  useEffect(() => {
    if (error && errorUpdatedAt) activityFailure.show(error);
  }, [error, errorUpdatedAt]);
  const notices = list.data?.pages[0]?.notices ?? [];
  return { filter, choose, list, acts: actsOf(list.data), notices };
}

const afterMs = limits.activity.throttleMs;

/** Applies the stream's events of the activity at once: the badge's number, and the list that is open. */
export function followActivity(live: Live): void {
  live.on('activity', ({ unreadCount }) => {
    void queryClient.cancelQueries({ queryKey: queryKeys.unreadActivity });
    queryClient.setQueryData(queryKeys.unreadActivity, unreadCount);
    refetchThrottled(queryKeys.activities, { afterMs, isSeen });
  });
  live.on('resync', () => {
    refetchThrottled(queryKeys.unreadActivity, { afterMs });
    refetchThrottled(queryKeys.activities, { afterMs, isSeen });
  });
}
