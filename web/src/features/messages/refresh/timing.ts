import { limits } from '@duet/contract/limits';

const { pollMs, minRefreshMs } = limits.messages;

interface RefreshMoment {
  /** Milliseconds of one clock. */
  readonly now: number;
  /** When the last refresh began, or null before the first. */
  readonly last: number | null;
  /** Whether the person can see what is refreshed. */
  readonly visible: boolean;
  /** Whether somebody asked for one: by pulling, by coming back, by an event of the server. */
  readonly asked: boolean;
}

/**
 * In how many milliseconds the next refresh is due, 0 for now, or null while there is none: by itself every 15 s,
 * at once when asked, never within 3 s of the one before, and only for somebody who looks (product.md §9).
 */
export function dueIn({ now, last, visible, asked }: RefreshMoment): number | null {
  if (!visible) return null;
  if (last === null) return 0;
  return Math.max(0, last + (asked ? minRefreshMs : pollMs) - now);
}
