import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { failureText } from '../../../api/failure.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { t } from '../../../i18n/language.ts';
import { toast } from '../../../ui/toast.ts';
import { feedQuery, useViewerKey } from '../cache/queries.ts';
import { feedPosition, useFeedPage } from './scroll-restoration.ts';

/** One page of the feed and the ways to others. */
export function useFeed() {
  const viewer = useViewerKey();
  const page = useFeedPage(viewer ?? '');
  const cache = useQueryClient();
  const refresh = useRefreshParameter(viewer, cache);
  const query = useQuery({ ...feedQuery(viewer ?? '', page, refresh), enabled: viewer !== null });
  const hasMore = query.data?.pagination.hasMore ?? false;

  const goTo = useCallback((next: number) => feedPosition.goTo(viewer ?? '', next), [viewer]);
  const prefetchNext = useCallback(() => {
    if (hasMore) void cache.prefetchQuery(feedQuery(viewer ?? '', page + 1));
  }, [cache, viewer, page, hasMore]);
  /** Loads the newest posts, whatever is kept. */
  const reload = useCallback(async () => {
    if (viewer === null) return;
    const first = feedQuery(viewer, 1);
    try {
      // An answer that is on its way may be older than what one asks for, and would be taken for the new one.
      if (cache.getQueryData(first.queryKey)) await cache.cancelQueries({ queryKey: first.queryKey });
      await cache.fetchQuery({ ...first, staleTime: 0 });
      dropPages(cache, (kept) => kept !== 1);
      goTo(1);
    } catch (error) {
      toast.error(failureText(error, t('posts.feedFailed')));
    }
  }, [cache, viewer, goTo]);

  return { query, page, hasMore, goTo, prefetchNext, reload };
}

/** Forgets pages that nobody looks at. */
function dropPages(cache: QueryClient, isDropped: (page: number) => boolean): void {
  cache.removeQueries({
    queryKey: queryKeys.feed,
    type: 'inactive',
    predicate: ({ queryKey }) => isDropped(Number(queryKey.at(-1))),
  });
}

/** The last `refresh` that was followed; the feed may be left and entered again under the same address. */
let followed: string | null = null;

/** `/home?refresh=…` forgets what is kept and begins at the newest post, once for each value. */
function useRefreshParameter(viewer: string | null, cache: QueryClient): string | null {
  const [parameters] = useSearchParams();
  const refresh = parameters.get('refresh');
  useEffect(() => {
    if (refresh === null || refresh === followed || viewer === null) return;
    followed = refresh;
    dropPages(cache, () => true);
    const queryKey = queryKeys.feedPage(viewer, 1);
    const shown = cache.getQueryState(queryKey);
    // A first page that is on its way anyway is not asked for twice.
    if (shown?.data) void cache.resetQueries({ queryKey });
    feedPosition.goTo(viewer, 1);
  }, [refresh, viewer, cache]);
  return refresh;
}
