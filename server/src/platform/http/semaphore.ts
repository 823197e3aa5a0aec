import { Failure } from '../failure.ts';

/** How many calls run at once and how many may wait (security.md §1, for two cores). */
const running = 16;
const waiting = 128;

/** Sheds load: a call runs, waits its turn, or is refused with OVERLOADED while it has cost nothing yet. */
export class Semaphore {
  #free = running;
  readonly #queue: (() => void)[] = [];

  get full(): boolean {
    return this.#free === 0 && this.#queue.length >= waiting;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.full) throw new Failure('OVERLOADED', { retryAfterSeconds: 5 });
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
