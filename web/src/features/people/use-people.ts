import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useAddressQuery } from '../../ui/address-query.ts';
import { createdAfter, listQuery, type PeopleFilter, type PeopleQuery, parsePeopleQuery } from './filter.ts';
import { notice } from './notices.ts';

export const loadTexts = { failed: 'people.loadFailed', errored: 'people.loadErrored' } as const;

/** The list of people with what is asked of it. While the next answer is on its way, the last one stays. */
export function usePeople() {
  const { parameters, change } = useAddressQuery('/admin/users');
  const { search, filter, page } = parsePeopleQuery(parameters);
  // Fixed as long as the filter is, so that a page fits the next.
  const since = useMemo(() => createdAfter(filter), [filter]);
  const asked: PeopleQuery = { search, filter, page, createdAfter: since };
  const list = useQuery({
    queryKey: queryKeys.people(asked),
    queryFn: async ({ signal }) => (await call('accounts.users', { query: listQuery(asked), signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { error, errorUpdatedAt } = list;
  // Each failed load says so, the second of the same kind as well.
  useEffect(() => {
    if (error && errorUpdatedAt) notice.failure(error, loadTexts);
  }, [error, errorUpdatedAt]);
  const { data, isPlaceholderData } = list;
  const last = isPlaceholderData ? undefined : data?.pagination.totalPages;
  useEffect(() => {
    if (last !== undefined && page > last) change({ page: pageText(last) }, 'replace');
  }, [page, last, change]);
  return {
    asked,
    list,
    search: (text: string) => change({ search: text || null, page: null }),
    choose: (chosen: PeopleFilter) => change({ filter: chosen === 'all' ? null : chosen, page: null }),
    goTo: (next: number) => change({ page: pageText(next) }),
  };
}

const pageText = (page: number): string | null => (page > 1 ? String(page) : null);

/** Asks the list again, after somebody was changed. */
export function useReloadPeople(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: queryKeys.allPeople });
}
