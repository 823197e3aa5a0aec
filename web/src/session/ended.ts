import type { SessionEndReason } from '@duet/contract/accounts/shapes';
import { useSyncExternalStore } from 'react';

/** A session that ended without the person having signed out here. */
export interface EndedSession {
  /** Null where the server does not know any more. */
  readonly reason: SessionEndReason | 'otherTab' | null;
  readonly personId: string;
}

const listeners = new Set<() => void>();
let ended: EndedSession | null = null;

/** Says that a session has ended, or `null` that nobody has to be told any more. */
export function setEndedSession(next: EndedSession | null): void {
  ended = next;
  for (const listener of listeners) listener();
}

export const endedSession = (): EndedSession | null => ended;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session that has ended, until somebody signs in or has read of it. */
export const useEndedSession = (): EndedSession | null => useSyncExternalStore(subscribe, endedSession);
