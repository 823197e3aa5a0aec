import { limits } from '@duet/contract/limits';

interface SessionTimes {
  readonly role: 'user' | 'admin';
  readonly created_at: number;
  readonly last_used_at: number;
}

/** How long a session lives without use and at most, in ms; an admin's is shorter (security.md §3). */
export const sessionLimits = (role: 'user' | 'admin'): { idleMs: number; absoluteMs: number } =>
  role === 'admin'
    ? { idleMs: limits.session.adminIdleMs, absoluteMs: limits.session.adminAbsoluteMs }
    : { idleMs: limits.session.idleMs, absoluteMs: limits.session.absoluteMs };

export function isLive(session: SessionTimes, now: number): boolean {
  const { idleMs, absoluteMs } = sessionLimits(session.role);
  return now - session.last_used_at < idleMs && now - session.created_at < absoluteMs;
}

/** The time of last use is written at most this often, so that reading stays reading. */
export const isDueForTouch = (session: SessionTimes, now: number): boolean =>
  now - session.last_used_at >= limits.session.touchEveryMs;
