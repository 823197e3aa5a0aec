import { limits } from '@duet/contract/limits';
import type { Live } from '../../api/live.ts';
import { queryClient } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { refetchThrottled } from '../../api/throttled-refetch.ts';
import { isSeen } from './use-activity.ts';

const afterMs = limits.activity.throttleMs;

/** Shows at once what the stream tells admins of the activity: the badge's number, and the list that is open. */
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
