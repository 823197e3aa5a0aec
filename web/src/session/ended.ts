import type { SessionEndReason } from '@duet/contract/accounts/shapes';
import { createStore, useStore } from '../ui/store.ts';

/** A session that ended without the person having signed out here. */
export interface EndedSession {
  /** Null where the server does not know any more. */
  readonly reason: SessionEndReason | 'otherTab' | null;
  readonly personId: string;
}

const ended = createStore<EndedSession | null>(null);

/** Says that a session has ended, or `null` that nobody has to be told any more. */
export const setEndedSession = ended.set;

export const endedSession = ended.get;

/** The session that has ended, until somebody signs in or has read of it. */
export const useEndedSession = (): EndedSession | null => useStore(ended);
