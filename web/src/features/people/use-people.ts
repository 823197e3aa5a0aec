import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { createdAfter, listQuery, type PeopleFilter, type PeopleQuery } from './filter.ts';
import { notice } from './notices.ts';

const listKey = ['people', 'list'] as const;
export const loadTexts = { failed: 'people.loadFailed', errored: 'people.loadErrored' } as const;

const first: PeopleQuery = { search: '', filter: 'all', page: 1, createdAfter: undefined };

/** The list of people with what is asked of it. While the next answer is on its way, the last one stays. */
export function usePeople() {
  const [asked, setAsked] = useState(first);
  const list = useQuery({
    queryKey: [...listKey, asked],
    queryFn: async ({ signal }) => (await call('accounts.users', { query: listQuery(asked), signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { error, errorUpdatedAt } = list;
  // Each failed load says so, the second of the same kind as well.
  useEffect(() => {
    if (error && errorUpdatedAt) notice.failure(error, loadTexts);
  }, [error, errorUpdatedAt]);
  return {
    asked,
    list,
    search: (search: string) => setAsked({ ...asked, search, page: 1 }),
    choose: (filter: PeopleFilter) =>
      setAsked({ ...asked, filter, page: 1, createdAfter: createdAfter(filter) }),
    goTo: (page: number) => setAsked({ ...asked, page }),
  };
}

/** Asks the list again, after somebody was changed. */
export function useReloadPeople(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: listKey });
}
