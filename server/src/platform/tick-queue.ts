/** Collects work during one turn of the event loop, and does it all, in order, once the turn has read what there was. */
export class TickQueue<T> {
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
