import { dayMs } from '@duet/contract/limits';
import type { Clock } from './context.ts';

/** Between two clocks that say the same. */
const toleranceMs = 60_000;
/** After so long a clock that has jumped ahead is believed. */
const confirmMs = dayMs;

interface Options {
  /** The newest moment that the site knows of, in ms since 1970; null where there is none. */
  readonly since: number | null;
  /** Milliseconds of a clock that is never set. */
  readonly monotonic?: () => number;
}

/** By how much the wall clock is ahead of the monotonic one, and since when (of the latter). */
interface Jump {
  readonly offset: number;
  readonly at: number;
}

/**
 * The time by which anything may end for its age: the wall clock's, except that a jump ahead counts only once the process has
 * seen it stand for a day. A jump may be a fault that somebody mends tomorrow, and what is deleted does not come back. Whether time
 * has passed or the clock is wrong cannot be known at the start: then it goes on from the newest moment that the site knows of.
 */
export class ConfirmedClock implements Clock {
  readonly #wall: Clock;
  readonly #monotonic: () => number;
  /** Wall clock less monotonic clock, as far as it is believed. */
  #offset: number;
  #jump: Jump | null = null;

  constructor(wall: Clock, { since, monotonic = () => performance.now() }: Options) {
    this.#wall = wall;
    this.#monotonic = monotonic;
    const now = wall.now();
    this.#offset = Math.min(now, since ?? now) - monotonic();
  }

  now(): number {
    const wall = this.#wall.now();
    const at = this.#monotonic();
    const offset = wall - at;
    if (offset <= this.#offset + toleranceMs) this.#believe(offset);
    else if (this.#jump === null || Math.abs(offset - this.#jump.offset) > toleranceMs)
      this.#jump = { offset, at };
    else if (at - this.#jump.at >= confirmMs) this.#believe(offset);
    return Math.floor(Math.min(wall, this.#offset + at));
  }

  #believe(offset: number): void {
    this.#offset = offset;
    this.#jump = null;
  }
}
