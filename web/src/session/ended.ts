import type { EndReason } from '../api/bearer.ts';
import { createStore, useStore } from '../ui/store.ts';

/** A session that ended without the person having signed out here. */
export interface EndedSession {
  readonly reason: EndReason;
  readonly personId: string;
}

const ended = createStore<EndedSession | null>(null);

/** Says that a session has ended, or `null` that nobody has to be told any more. */
export const setEndedSession = ended.set;

export const endedSession = ended.get;

/** The session that has ended, until somebody signs in or has read of it. */
export const useEndedSession = (): EndedSession | null => useStore(ended);
