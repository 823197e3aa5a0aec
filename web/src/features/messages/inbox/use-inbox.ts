import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/failure.ts';
import { t } from '../../../i18n/language.ts';
import { Refresher } from '../refresh/refresher.ts';
import { useRefreshing } from '../refresh/use-refreshing.ts';
import { resumeSending } from '../thread/agents.ts';
import { type Conversations, inboxKey, shareUnread, unreadIn, withRead } from './inbox-cache.ts';

export interface Inbox {
  /** Undefined until they are loaded for the first time. */
  readonly rows: Conversations | undefined;
  readonly unread: number;
  /** Why nothing could be loaded at all. */
  readonly failure: string | null;
  readonly isFetching: boolean;
  readonly refresh: () => Promise<void>;
}

/**
 * The conversations of a person, fresh while the inbox is on the screen. Under an open thread it rests; closing
 * the thread reloads it.
 */
export function useInbox(me: string, onScreen: boolean, openPartner: string | null): Inbox {
  const cache = useQueryClient();
  const opened = useRef(openPartner);
  opened.current = openPartner;
  const query = {
    queryKey: inboxKey(me),
    queryFn: async (): Promise<Conversations> => {
      const { data } = await call('messages.conversations');
      const rows = withRead(data.conversations, opened.current);
      shareUnread(rows);
      return rows;
    },
    retry: false,
    // Whoever asks, asks the server.
    staleTime: 0,
  };
  // Only the refresher loads, so that it knows when.
  const { data: rows, error, isFetching } = useQuery({ ...query, enabled: false });
  const load = useRef(() => cache.fetchQuery(query));
  const [refresher] = useState(() => new Refresher(() => load.current()));
  useRefreshing(refresher, onScreen && (openPartner === null || rows === undefined));
  useEffect(() => resumeSending(me), [me]);

  return {
    rows,
    unread: unreadIn(rows ?? []),
    failure: error && !rows ? failureText(error, t('messages.loadFailed')) : null,
    isFetching,
    refresh: () => refresher.ask(),
  };
}
