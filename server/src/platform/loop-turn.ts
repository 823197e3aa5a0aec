import { setImmediate as nextTurn } from 'node:timers/promises';

/** Well under the 20 ms that nothing may hold the event loop. */
const maxMs = 5;

/** Lets requests and timers in between works that follow one another without waiting for anything. */
export class LoopTurn {
  #since: number | null = null;

  async yieldIfLong(): Promise<void> {
    const now = performance.now();
    if (this.#since !== null) {
      if (now - this.#since > maxMs) await nextTurn();
      return;
    }
    this.#since = now;
    setImmediate(() => {
      this.#since = null;
    });
  }
}

/** Does what one turn of the event loop has collected one right after the other, after all that this turn has read. */
export class TurnEnd<T> {
  readonly #work: (each: T) => void;
  #waiting: T[] = [];

  /** `work` must not throw: others wait behind it. */
  constructor(work: (each: T) => void) {
    this.#work = work;
  }

  add(each: T): void {
    this.#waiting.push(each);
    if (this.#waiting.length === 1) setImmediate(this.#run);
  }

  readonly #run = (): void => {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const each of waiting) this.#work(each);
  };
}
