import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Lets what is invalidated while its first answer is on its way be fetched again once that has come: the answer may be older than
 * what invalidates it, and the cache by itself would take it for the newest.
 */
export function refetchInvalidatedLoads(cache: QueryClient): void {
  cache.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action, query } = event;
    // A load that follows a failed one begins as invalidated, and would tell of nothing that invalidates it.
    if (action.type === 'fetch' && query.state.isInvalidated && query.state.data === undefined)
      query.setState({ isInvalidated: false });
    if (action.type !== 'invalidate') return;
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
