import { Failure } from '../failure.ts';

/** Bytes that are held in memory at the same time, of bodies that are read as a whole (security.md §1). */
export class ByteBudget {
  readonly #total: number;
  #taken = 0;

  constructor(total: number) {
    this.#total = total;
  }

  /** How much is taken now. */
  get taken(): number {
    return this.#taken;
  }

  /**
   * Takes the bytes before they are read, until what it answers is disposed; disposing it again does nothing. Throws
   * OVERLOADED where so much is not free. What is larger than the whole has it alone.
   */
  take(bytes: number): Disposable {
    const wanted = Math.min(bytes, this.#total);
    if (this.#taken + wanted > this.#total) {
      throw new Failure('OVERLOADED', {
        log: `bodies of ${this.#taken} bytes are being read`,
        retryAfterSeconds: 5,
      });
    }
    this.#taken += wanted;
    let held = true;
    return {
      [Symbol.dispose]: () => {
        if (held) this.#taken -= wanted;
        held = false;
      },
    };
  }
}
