import { useEffect } from 'react';
import { onReconnect } from '../../../api/connection.ts';
import type { Refresher } from './refresher.ts';

/** What is on the screen now. */
const shown = new Set<Refresher>();

/** Refreshes the inbox and the thread that are on the screen, unless they were asked for after this moment. */
export function refreshMessages(since = performance.now()): void {
  for (const refresher of shown) refresher.askSince(since);
}

/** Keeps something fresh while it is on the screen and the page is seen. */
export function useRefreshing(refresher: Refresher, onScreen: boolean): void {
  useEffect(() => {
    if (!onScreen) return;
    const look = () => refresher.show(document.visibilityState === 'visible');
    const ask = () => void refresher.ask();
    shown.add(refresher);
    look();
    document.addEventListener('visibilitychange', look);
    const leave = onReconnect(ask);
    return () => {
      document.removeEventListener('visibilitychange', look);
      leave();
      shown.delete(refresher);
      refresher.show(false);
    };
  }, [refresher, onScreen]);
}
