/** Whoever waits: a tab, whose timers end with it. */
export interface Waiting {
  readonly isOver: boolean;
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly owner: Waiting;
  readonly run: () => void;
}

type Callback = (...words: unknown[]) => void;

/**
 * The clock of all tabs of a run. It goes on only when nothing else can: a wait of 30 s costs no time, and what happens before
 * it ends has happened.
 */
export class VirtualTime {
  readonly #timers = new Map<number, Timer>();
  readonly #began = Date.now();
  #passed = 0;
  #last = 0;

  /** Milliseconds since 1970, beginning with the present moment. */
  now(): number {
    return this.#began + this.#passed;
  }

  /** Milliseconds since the run began. */
  passed(): number {
    return this.#passed;
  }

  /** Runs something after so many ms, unless its owner is over by then. Answers the number that `clear` takes. */
  set(owner: Waiting, run: () => void, ms: number): number {
    this.#last += 1;
    this.#timers.set(this.#last, { at: this.#passed + Math.max(0, ms), order: this.#last, owner, run });
    return this.#last;
  }

  clear(id: unknown): void {
    this.#timers.delete(Number(id));
  }

  sleep(owner: Waiting, ms: number): Promise<void> {
    return new Promise((resolve) => this.set(owner, resolve, ms));
  }

  /** Goes on to the next timer and runs it; false where none is due by then (ms since the run began). */
  step(until: number): boolean {
    let next: [number, Timer] | undefined;
    for (const entry of this.#timers) {
      if (entry[1].owner.isOver) this.#timers.delete(entry[0]);
      else if (!next || entry[1].at < next[1].at) next = entry;
    }
    if (!next || next[1].at > until) {
      this.#passed = Math.max(this.#passed, until);
      return false;
    }
    const [id, { at, run }] = next;
    this.#timers.delete(id);
    this.#passed = Math.max(this.#passed, at);
    run();
    return true;
  }

  /** The names of a page that tell the time or wait. */
  namesFor(owner: Waiting) {
    const time = this;
    const setTimer = (run: Callback, ms = 0, ...words: unknown[]) => this.set(owner, () => run(...words), ms);
    const setRepeating = (run: Callback, ms = 0, ...words: unknown[]) => {
      const repeat = () => {
        run(...words);
        if (repeating.has(id)) repeating.set(id, this.set(owner, repeat, ms));
      };
      const id = -this.set(owner, repeat, ms);
      repeating.set(id, -id);
      return id;
    };
    const repeating = new Map<number, number>();
    const clearRepeating = (id: unknown) => {
      this.clear(repeating.get(Number(id)));
      repeating.delete(Number(id));
    };
    class PageDate extends Date {
      constructor(...words: unknown[]) {
        super(...((words.length === 0 ? [time.now()] : words) as [number]));
      }
      static override now(): number {
        return time.now();
      }
    }
    const timeout = (ms: number): AbortSignal => {
      const ends = new AbortController();
      this.set(owner, () => ends.abort(new DOMException('The time is over.', 'TimeoutError')), ms);
      return ends.signal;
    };
    return {
      setTimeout: setTimer,
      clearTimeout: (id: unknown) => this.clear(id),
      setInterval: setRepeating,
      clearInterval: clearRepeating,
      requestAnimationFrame: (run: Callback) => setTimer(run, 16, time.now()),
      cancelAnimationFrame: (id: unknown) => this.clear(id),
      Date: PageDate,
      performance: { now: () => this.#passed },
      AbortSignal: {
        timeout,
        any: (signals: AbortSignal[]) => AbortSignal.any(signals),
        abort: (reason?: unknown) => AbortSignal.abort(reason),
      },
    };
  }
}
