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

/** Of those who wait, who comes first: the lowest. */
export type Priority = 0 | 1 | 2;

interface Waiting {
  readonly priority: Priority;
  /** Gives the place. */
  readonly enter: () => void;
  readonly refuse: (why: string) => void;
}

/**
 * Lets so many works run at once and the next wait: by priority, and of the same first come, first served. What finds the
 * queue full of its like or better, or has waited too long, is refused with OVERLOADED before it has begun; in a full queue
 * the last of a worse priority gives way.
 */
export class Semaphore {
  readonly #limits: SemaphoreLimits;
  /** In the order in which they came. */
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #finished = 0;

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits;
  }

  /** Whether the next work of this priority would be refused. */
  isFullFor(priority: Priority): boolean {
    const { concurrent, queue = Number.POSITIVE_INFINITY } = this.#limits;
    if (this.#running < concurrent || this.#waiting.length < queue) return false;
    return !this.#waiting.some((other) => other.priority > priority);
  }

  /** How many works have ended so far, well or not. */
  get finished(): number {
    return this.#finished;
  }

  async run<T>(work: () => Promise<T>, priority: Priority = 0): Promise<T> {
    await this.#enter(priority);
    try {
      return await work();
    } finally {
      this.#finished += 1;
      this.#leave();
    }
  }

  #enter(priority: Priority): Promise<void> {
    if (this.isFullFor(priority)) return Promise.reject(this.#overloaded('the queue is full'));
    const { concurrent, queue = Number.POSITIVE_INFINITY, maxWaitMs } = this.#limits;
    if (this.#running < concurrent) {
      this.#running += 1;
      return Promise.resolve();
    }
    if (this.#waiting.length >= queue) this.#worst()?.refuse('somebody else came first');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = {
      priority,
      enter: () => {
        clearTimeout(timer);
        resolve();
      },
      refuse: (why) => {
        clearTimeout(timer);
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(this.#overloaded(why));
      },
    };
    const timer =
      maxWaitMs === undefined
        ? undefined
        : setTimeout(() => waiting.refuse(`waited ${maxWaitMs} ms`), maxWaitMs);
    this.#waiting.push(waiting);
    return promise;
  }

  /** The place goes straight to the next. */
  #leave(): void {
    const next = this.#best();
    if (!next) {
      this.#running -= 1;
      return;
    }
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    next.enter();
  }

  /** Of the lowest priority number who has waited longest. */
  #best(): Waiting | undefined {
    return this.#waiting.reduce<Waiting | undefined>(
      (best, next) => (best && best.priority <= next.priority ? best : next),
      undefined,
    );
  }

  /** Of the highest priority number who came last. */
  #worst(): Waiting | undefined {
    return this.#waiting.reduce<Waiting | undefined>(
      (worst, next) => (worst && worst.priority > next.priority ? worst : next),
      undefined,
    );
  }

  #overloaded(why: string): Failure {
    return new Failure('OVERLOADED', {
      log: `the ${this.#limits.name ?? 'semaphore'}: ${why}`,
      retryAfterSeconds: 5,
    });
  }
}
