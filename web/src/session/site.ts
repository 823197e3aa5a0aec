import { siteEventsPath } from '@duet/contract/events/stream';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { call, mediaAddress } from '../api/client.ts';
import { CallFailure } from '../api/failure.ts';
import { queryKeys } from '../api/query-keys.ts';
import { isSiteInPage, showSite } from '../theme/site.ts';
import { currentSession, onSessionChange } from './session.ts';

/** Whoever waits for the answer sees nothing to fill in meanwhile; later than this it counts as none. */
const patienceMs = 5000;

/** What the site tells everybody of itself (`GET /api/site`). */
export const siteQuery = queryOptions({
  queryKey: queryKeys.site,
  queryFn: async ({ signal }) => {
    const { data } = await call('site.show', { signal, timeoutMs: patienceMs, anonymous: true });
    showSite(data.site);
    return { ...data.site, mail: data.mail === true };
  },
  staleTime: 60_000,
  meta: { forEverybody: true },
});

/**
 * Whether somebody can make an account here by themselves; null until that is known. Without an answer it counts as yes, also
 * while the site is asked a second time: the server has the last word.
 */
export function useCanRegister(wanted = true): boolean | null {
  const { data, isPending, failureCount } = useQuery({ ...siteQuery, enabled: wanted });
  if (isPending && failureCount === 0) return null;
  return data === undefined || data.joining === 'open' || data.joining === 'approval';
}

/** Whether the site sends mail, as far as that is known. */
export const useSendsMail = (): boolean => useQuery(siteQuery).data?.mail === true;

/**
 * Asks again what the site is where the page does not say it, and where a guest is refused or comes back to the page: since
 * when it was opened the site may have become one that not everybody reads. Guests who see the page are told by a stream where
 * the server has room for one, people by the event `site` of theirs.
 */
export function followSite(queries: QueryClient): void {
  const ask = () => void queries.fetchQuery({ ...siteQuery, staleTime: 0 }).catch(() => undefined);
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || currentSession().user) return;
    const { error } = event.action;
    if (error instanceof CallFailure && error.code === 'SIGN_IN_REQUIRED') ask();
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && !currentSession().user) ask();
  });
  if (!isSiteInPage) ask();
  const told = ({ data }: MessageEvent<string>) => {
    const { site } = JSON.parse(data);
    showSite(site);
    queries.setQueryData(siteQuery.queryKey, (known) => known && { ...known, ...site });
  };
  let stream: EventSource | undefined;
  const follow = () => {
    const wanted = !document.hidden && !currentSession().user;
    if (wanted && stream && stream.readyState < EventSource.CLOSED) return;
    stream?.close();
    if (!wanted) return;
    stream = new EventSource(mediaAddress(siteEventsPath));
    stream.addEventListener('site', told);
  };
  document.addEventListener('visibilitychange', follow);
  onSessionChange(follow);
  follow();
}
