import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import { CallFailure, failureText, isOfflineFailure } from '../../../api/failure.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { loadSeen, saveSeen } from '../../../session/seen.ts';
import { Refresher } from '../refresh/refresher.ts';
import { useRefreshing } from '../refresh/use-refreshing.ts';
import { sendWaiting } from '../thread/thread-stores.ts';
import { type Conversations, shareUnread, unreadIn, withNoted, withRead } from './inbox-cache.ts';

export interface Inbox {
  /** Undefined until they are loaded for the first time. */
  readonly rows: Conversations | undefined;
  /** When this device kept them (ISO 8601), where no network gave newer ones. */
  readonly keptAt: string | null;
  readonly unread: number;
  /** Why nothing is known that could be shown; no text where nobody says why. */
  readonly failure: { readonly text: string; readonly isOffline: boolean } | null;
  readonly isFetching: boolean;
  readonly refresh: () => Promise<void>;
}

/** More than anybody looks through on a journey. */
const mostKept = 50;

/** What the inbox was last time, where no answer comes. */
function keptFor(me: string, error: unknown): { rows: Conversations; at: string } | null {
  const kept = error instanceof CallFailure && error.status === 0 ? loadSeen(me, 'inbox') : null;
  return kept && Array.isArray(kept.data) ? { rows: kept.data, at: kept.at } : null;
}

interface OnScreen {
  /** Whether the inbox is the page that one is on. */
  readonly onScreen: boolean;
  readonly openPartner: string | null;
  /** Whether an open thread stands beside it, and does not cover it. */
  readonly beside: boolean;
}

/**
 * The conversations of a person, fresh while the inbox is on the screen. Under an open thread it rests; closing
 * the thread reloads it.
 */
export function useInbox(me: string, { onScreen, openPartner, beside }: OnScreen): Inbox {
  const cache = useQueryClient();
  const opened = useRef(openPartner);
  opened.current = openPartner;
  const query = {
    queryKey: queryKeys.inbox(me),
    queryFn: async (): Promise<Conversations> => {
      const asked = call('messages.conversations').then(({ data }) => data.conversations);
      const rows = withRead(await withNoted(me, asked), opened.current);
      shareUnread(rows);
      saveSeen(me, 'inbox', rows.slice(0, mostKept));
      return rows;
    },
    retry: false,
    // Whoever asks, asks the server.
    staleTime: 0,
  };
  // Only the refresher loads, so that it knows when.
  const { data, error, isFetching } = useQuery({ ...query, enabled: false });
  // An inbox that was empty when it was asked for last may not be any more.
  const isUnknown = error !== null && !data?.length;
  const kept = useMemo(() => (data ? null : keptFor(me, error)), [me, data, error]);
  const rows = data ?? (kept?.rows.length ? kept.rows : undefined);
  const load = useRef(() => cache.fetchQuery(query));
  const [refresher] = useState(() => new Refresher(() => load.current()));
  useRefreshing(refresher, onScreen && (beside || openPartner === null || data === undefined));
  const before = useRef(openPartner);
  useEffect(() => {
    if (beside && before.current !== null && openPartner === null) void refresher.ask();
    before.current = openPartner;
  }, [refresher, beside, openPartner]);
  useEffect(() => void sendWaiting(me), [me]);

  return {
    rows,
    keptAt: kept?.at ?? null,
    unread: unreadIn(rows ?? []),
    failure:
      isUnknown && !rows?.length
        ? { text: failureText(error, ''), isOffline: isOfflineFailure(error) }
        : null,
    isFetching,
    refresh: () => refresher.ask(),
  };
}
