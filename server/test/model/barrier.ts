import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** What everything that a killed process still tries ends with. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

interface Operation {
  waiting: number;
}

interface Turn {
  readonly operation: Operation;
  readonly go: () => void;
  readonly end: (error: Killed) => void;
}

/** How many steps were let through, of all gates together. */
export const released = { steps: 0 };

/** So long nothing may move before what runs is held to be waiting for another operation. */
const stalledMs = 4;

/**
 * The door that every lasting step of one simulated process goes through: each commit, each change of a file. A test
 * lets the steps of several operations through one by one in whatever order, and can kill the process between any two.
 */
export class Barrier {
  readonly #current = new AsyncLocalStorage<Operation>();
  readonly #running = new Set<Operation>();
  readonly #ends = new Set<Promise<unknown>>();
  #turns: Turn[] = [];
  #acting = 0;
  #moves = 0;
  #dead = false;

  get dead(): boolean {
    return this.#dead;
  }

  /** How many steps wait to be let through. */
  get waiting(): number {
    return this.#turns.length;
  }

  get idle(): boolean {
    return this.#running.size === 0;
  }

  /** Begins an operation, whose steps wait from now on. */
  begin(work: () => Promise<void>): void {
    const operation: Operation = { waiting: 0 };
    this.#running.add(operation);
    const end = this.#current.run(operation, work).finally(() => {
      this.#running.delete(operation);
      this.#ends.delete(end);
      this.#moves += 1;
    });
    this.#ends.add(end);
  }

  /** Waits to be let through. What belongs to no operation (a timer of an ended one) goes through at once. */
  async step(): Promise<void> {
    if (this.#dead) throw new Killed();
    const operation = this.#current.getStore();
    if (!operation || !this.#running.has(operation)) return;
    operation.waiting += 1;
    this.#moves += 1;
    try {
      await new Promise<void>((go, end) => this.#turns.push({ operation, go, end }));
    } finally {
      operation.waiting -= 1;
    }
  }

  /** A step that lasts: the process may die before it, or after it and before anybody knows of it. */
  async pass<T>(action: () => Promise<T>): Promise<T> {
    await this.step();
    const answer = await this.#act(action);
    await this.step();
    return answer;
  }

  async #act<T>(action: () => Promise<T>): Promise<T> {
    this.#acting += 1;
    try {
      return await action();
    } finally {
      this.#acting -= 1;
      this.#moves += 1;
    }
  }

  /** Lets one of the waiting steps through and waits until nothing moves; false where none waits. */
  async release(pick: number): Promise<boolean> {
    const [turn] = this.#turns.splice(pick % Math.max(1, this.#turns.length), 1);
    if (turn) released.steps += 1;
    turn?.go();
    await this.quiet();
    return turn !== undefined;
  }

  /** Until every operation waits at the barrier, or for one that does. */
  async quiet(): Promise<void> {
    let [seen, since] = [-1, 0];
    for (;;) {
      await nextTurn();
      if ([...this.#running].every(({ waiting }) => waiting > 0)) return;
      const now = performance.now();
      if (seen !== this.#moves || this.#acting > 0) [seen, since] = [this.#moves, now];
      else if (now - since > stalledMs) return;
    }
  }

  /** Lets everything through until all operations have ended. */
  async drain(pick: () => number): Promise<void> {
    await this.quiet();
    while (!this.idle) await this.release(pick());
  }

  /** Kills the process: nothing of it lasts any more, and whatever it does next fails. */
  async kill(): Promise<void> {
    this.#dead = true;
    const turns = this.#turns;
    this.#turns = [];
    for (const { end } of turns) end(new Killed());
    await Promise.allSettled(this.#ends);
  }
}
