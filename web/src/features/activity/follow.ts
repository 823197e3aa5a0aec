import { limits } from '@duet/contract/limits';
import type { Live } from '../../api/live.ts';
import { queryClient } from '../../api/queries.ts';
import { refetchThrottled } from '../../api/throttled-refetch.ts';
import { isSeen } from './seen.ts';

const unreadKey = ['activity', 'unreadCount'] as const;
const listKey = ['activity', 'list'] as const;
const afterMs = limits.activity.throttleMs;

/** Shows at once what the stream tells admins of the activity: the badge's number, and the list that is open. */
export function followActivity(live: Live): void {
  live.on('activity', ({ unreadCount }) => {
    void queryClient.cancelQueries({ queryKey: unreadKey });
    queryClient.setQueryData(unreadKey, unreadCount);
    refetchThrottled(listKey, { afterMs, isSeen });
  });
  live.on('resync', () => {
    refetchThrottled(unreadKey, { afterMs });
    refetchThrottled(listKey, { afterMs, isSeen });
  });
}
