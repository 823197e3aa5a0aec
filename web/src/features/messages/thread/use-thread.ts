import { useSyncExternalStore } from 'react';
import { useRefreshing } from '../refresh/use-refreshing.ts';
import { agentOf } from './agents.ts';

/** A conversation and its state; kept fresh while it is open. */
export function useThread(me: string, partnerId: string, open: boolean) {
  const agent = agentOf(me, partnerId);
  const state = useSyncExternalStore(agent.subscribe, agent.state);
  useRefreshing(agent.refresher, open);
  return { agent, state };
}
