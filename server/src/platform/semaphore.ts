import { Failure } from './failure.ts';

interface SemaphoreLimits {
  /** Works that run at the same time. */
  readonly concurrent: number;
  /** Works that may wait; any number without it. */
  readonly queue?: number;
  /** How long one may wait; for ever without it. */
  readonly maxWaitMs?: number;
  /** What it is called in the log. */
  readonly name?: string;
}

/**
 * Lets so many works run at once and the next wait, first come, first served. What finds the queue full, or has waited
 * too long, is refused with OVERLOADED before it has begun.
 */
export class Semaphore {
  readonly #limits: SemaphoreLimits;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #finished = 0;

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits;
  }

  /** Whether the next work would be refused. */
  get full(): boolean {
    const { concurrent, queue = Number.POSITIVE_INFINITY } = this.#limits;
    return this.#running >= concurrent && this.#waiting.length >= queue;
  }

  /** How many works have ended so far, well or not. */
  get finished(): number {
    return this.#finished;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#finished += 1;
      this.#leave();
    }
  }

  #enter(): Promise<void> {
    if (this.full) return Promise.reject(this.#overloaded('the queue is full'));
    if (this.#running < this.#limits.concurrent) {
      this.#running += 1;
      return Promise.resolve();
    }
    const { maxWaitMs } = this.#limits;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      this.#waiting.splice(this.#waiting.indexOf(enter), 1);
      reject(this.#overloaded(`waited ${maxWaitMs} ms`));
    };
    const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
    const enter = () => {
      clearTimeout(timer);
      resolve();
    };
    this.#waiting.push(enter);
    return promise;
  }

  /** The place goes straight to the one who has waited longest. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }

  #overloaded(why: string): Failure {
    return new Failure('OVERLOADED', {
      log: `the ${this.#limits.name ?? 'semaphore'}: ${why}`,
      retryAfterSeconds: 5,
    });
  }
}
