import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Lets what is invalidated while its first answer is on its way be fetched again once that has come: the answer may be older than
 * what invalidates it, and the cache by itself would take it for the newest.
 */
export function refetchInvalidatedLoads(cache: QueryClient): void {
  cache.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate') return;
    const { query } = event;
    if (query.state.fetchStatus !== 'fetching' || query.state.data !== undefined) return;
    const again = () =>
      cache.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false });
    // Whoever asks for it hears of a failure.
    void query.fetch().then(again, () => undefined);
  });
}

/** Invalidates what is being asked for at this moment only: its answer may come without what was just changed. */
export function invalidateInFlight(filters: QueryFilters, cache: QueryClient): void {
  void cache.invalidateQueries({ ...filters, fetchStatus: 'fetching' });
}
