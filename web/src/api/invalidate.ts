import type { QueryClient, QueryFilters } from '@tanstack/react-query';
import { queryClient } from './queries.ts';

/**
 * Refetches what is shown. A first answer that is still on its way may be older than the event that invalidates it: it is
 * shown, and then fetched again, which the cache by itself would not do.
 */
export function invalidate(filters: QueryFilters, cache: QueryClient = queryClient): void {
  for (const query of cache.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined) continue;
    const again = () =>
      cache.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false });
    void query.fetch().then(again, () => undefined);
  }
  void cache.invalidateQueries(filters);
}

/** The same for what is being asked for at this moment only: its answer may come without what was just changed. */
export function invalidateInFlight(filters: QueryFilters, cache: QueryClient = queryClient): void {
  const travelling = cache.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  if (travelling.length > 0) invalidate({ predicate: (query) => travelling.includes(query) }, cache);
}
