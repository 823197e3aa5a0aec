import { Failure } from '../../failure.ts';

/** How many requests in a row have to fail before no more are sent. */
const failuresToOpen = 5;
const firstPauseMs = 500;
const maxPauseMs = 8000;
/** A trial that takes longer, such as one that joins many parts, says too little of the store to hold everybody off. */
const trialMs = 5000;

/**
 * A circuit breaker: while an object store keeps failing, calls fail at once and do not wait for time limits, and it
 * is tried by a single request after a pause that doubles, and by another one where that takes long. The first success closes it.
 */
export class Breaker {
  readonly #now: () => number;
  #failures = 0;
  #pauseMs = firstPauseMs;
  /** Of the monotonic clock; requests are let through from then on. */
  #openUntil = 0;
  /** The newest request that tries the store; when it began. */
  #trial: { readonly since: number } | null = null;

  /** `now`: milliseconds of a monotonic clock. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Runs one request. Throws STORAGE_UNAVAILABLE without running it while the breaker is open. */
  async run<T>(request: () => Promise<T>, isFailure: (error: unknown) => boolean): Promise<T> {
    const open = this.#failures >= failuresToOpen;
    if (open && (this.#isTried() || this.#now() < this.#openUntil)) throw this.#unavailable();
    const trial = open ? { since: this.#now() } : null;
    if (trial) this.#trial = trial;
    try {
      const answer = await request();
      this.#close();
      return answer;
    } catch (error) {
      if (isFailure(error)) this.#count(trial !== null && trial === this.#trial);
      else this.#close();
      throw error;
    } finally {
      if (trial === this.#trial) this.#trial = null;
    }
  }

  #isTried(): boolean {
    return this.#trial !== null && this.#now() - this.#trial.since < trialMs;
  }

  #close(): void {
    this.#trial = null;
    this.#failures = 0;
    this.#pauseMs = firstPauseMs;
  }

  #count(isTrial: boolean): void {
    this.#failures += 1;
    // Requests that were under way when it opened say nothing new.
    if (this.#failures !== failuresToOpen && !isTrial) return;
    // Several servers do not all try at the same moment.
    this.#openUntil = this.#now() + this.#pauseMs * (0.75 + Math.random() / 2);
    this.#pauseMs = Math.min(2 * this.#pauseMs, maxPauseMs);
  }

  #unavailable(): Failure {
    const left = Math.max(0, this.#openUntil - this.#now());
    return new Failure('STORAGE_UNAVAILABLE', {
      log: 'the object store keeps failing; no request is sent for a while',
      retryAfterSeconds: Math.ceil(left / 1000),
    });
  }
}
