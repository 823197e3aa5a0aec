import { Failure } from '../platform/failure.ts';

interface SemaphoreLimits {
  /** Works that run at the same time. */
  readonly concurrent: number;
  /** Works that may wait. */
  readonly queue: number;
  readonly maxWaitMs: number;
}

/** Lets a few expensive works run at once and a few more wait; the rest are refused with OVERLOADED. */
export class Semaphore {
  readonly #limits: SemaphoreLimits;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #finished = 0;

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits;
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
    if (this.#running < this.#limits.concurrent) {
      this.#running += 1;
      return Promise.resolve();
    }
    if (this.#waiting.length >= this.#limits.queue) return Promise.reject(overloaded('the queue is full'));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(enter), 1);
      reject(overloaded(`waited ${this.#limits.maxWaitMs} ms`));
    }, this.#limits.maxWaitMs);
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
}

const overloaded = (why: string) =>
  new Failure('OVERLOADED', { log: `password semaphore: ${why}`, retryAfterSeconds: 5 });
