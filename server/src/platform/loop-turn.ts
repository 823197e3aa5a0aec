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

/** Lets those who ask during one turn of the event loop go on together, after all that this turn has read. */
export class TurnEnd {
  #next: Promise<void> | null = null;

  next(): Promise<void> {
    this.#next ??= nextTurn().then(() => {
      this.#next = null;
    });
    return this.#next;
  }
}
