import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { queryKeys } from '../../../api/query-keys.ts';

/** So long nothing further is typed before a search is sent. */
const pauseMs = 150;

/** People to write to whose names contain `search`; the admins where it is empty. The former ones stay until they come. */
export const useRecipients = (me: string, search: string) =>
  useQuery({
    queryKey: queryKeys.recipients(me, search),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      if (search !== '') await new Promise((resolve) => setTimeout(resolve, pauseMs));
      // A further letter has taken its place.
      signal.throwIfAborted();
      const query = search === '' ? {} : { search };
      return (await call('messages.recipients', { query, signal })).data.people;
    },
  });
