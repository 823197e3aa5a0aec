import { useStore } from '../../../ui/store.ts';
import { useRefreshing } from '../refresh/use-refreshing.ts';
import { threadStoreOf } from './thread-stores.ts';

/** A conversation and its state; kept fresh while it is open. */
export function useThread(me: string, partnerId: string, open: boolean) {
  const store = threadStoreOf(me, partnerId);
  const state = useStore(store);
  useRefreshing(store.refresher, open);
  return { store, state };
}
