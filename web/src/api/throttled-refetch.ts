import type { QueryClient } from '@tanstack/react-query';
import { queryClient } from './queries.ts';

const timers = new Map<string, ReturnType<typeof setTimeout>>();

interface Asking {
  /** At least so long after the last answer, in ms. */
  readonly afterMs: number;
  /** Whether somebody sees it when the time has come. */
  readonly isSeen?: () => boolean;
  readonly cache?: QueryClient;
}

/**
 * Asks once more for what is shown and has been answered before, as soon as it may be asked for, and once however often
 * this is called meanwhile. What could not be loaded says so, and waits for the person's word.
 */
export function refetchThrottled(
  queryKey: readonly unknown[],
  { afterMs, isSeen, cache = queryClient }: Asking,
): void {
  const name = JSON.stringify(queryKey);
  clearTimeout(timers.get(name));
  const last = Math.max(
    0,
    ...cache
      .getQueryCache()
      .findAll({ queryKey, type: 'active' })
      .map(({ state }) => (state.fetchStatus === 'fetching' ? Date.now() : state.dataUpdatedAt)),
  );
  const ask = () => {
    timers.delete(name);
    if (isSeen && !isSeen()) return;
    void cache.refetchQueries({
      queryKey,
      type: 'active',
      predicate: ({ state }) => state.status === 'success',
    });
  };
  timers.set(name, setTimeout(ask, Math.max(0, last + afterMs - Date.now())));
}
