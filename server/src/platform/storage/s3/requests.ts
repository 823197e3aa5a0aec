import { setTimeout as wait } from 'node:timers/promises';
import { Semaphore } from '../../semaphore.ts';
import { Breaker } from './breaker.ts';
import { asFailure, isTransient } from './faults.ts';

/** How often a request is sent at most, and how long the pauses between are at most: 0.1, 0.4 s. */
const attempts = 3;
const firstPauseMs = 100;
/** Requests of a server that are under way at the same time; others wait. */
const atOnce = 64;

/**
 * Milliseconds that one attempt may take: one without a body, and one with up to 16 MiB over a slow line, as long as something
 * moves.
 */
export const timeLimits = { small: 5000, body: 60_000, idle: 5000 };
export type TimeLimits = Readonly<typeof timeLimits>;
/**
 * Whoever waits has waited long enough: no further attempt begins, so a store that is silent fails after 5 s, but for what it may
 * work on for a minute without a word. Milliseconds.
 */
const retryWithinMs = 4000;

/**
 * Sends requests to an object store: each with a time limit, again where it may pass by itself (after a pause with full
 * jitter), and not at all while the store keeps failing.
 */
export class Requests {
  readonly #breaker = new Breaker();
  readonly #slots = new Semaphore({ concurrent: atOnce });

  /**
   * `request` is called for each attempt with its signal and has to be idempotent. Throws what `passOn` says is an answer
   * as it came, everything else as STORAGE_FULL or STORAGE_UNAVAILABLE.
   */
  async send<T>(
    limitMs: number,
    request: (signal: AbortSignal) => Promise<T>,
    passOn: (error: unknown) => boolean = () => false,
  ): Promise<T> {
    const startedAt = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#slots.run(() =>
          this.#breaker.run(() => request(AbortSignal.timeout(limitMs)), isTransient),
        );
      } catch (error) {
        if (passOn(error)) throw error;
        const late = performance.now() - startedAt > retryWithinMs;
        if (attempt === attempts || late || !isTransient(error)) throw asFailure(error);
      }
      await wait(Math.random() * firstPauseMs * 4 ** (attempt - 1));
    }
  }
}
