interface Waiting<T> {
  readonly items: readonly T[];
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Writes at once while nothing is being written; what arrives meanwhile waits and is written together. Whoever adds
 * something is answered when it is written, so that a few large transactions take the place of many small ones and
 * nothing that was answered is lost.
 */
export class Batcher<T> {
  readonly #write: (items: readonly T[]) => Promise<void>;
  readonly #atOnce: number;
  readonly #waiting: Waiting<T>[] = [];
  #writing = false;

  /** `atOnce`: how many items one write takes; a single addition is never split. */
  constructor(write: (items: readonly T[]) => Promise<void>, atOnce: number) {
    this.#write = write;
    this.#atOnce = atOnce;
  }

  add(items: readonly T[]): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ items, done, failed });
      if (!this.#writing) void this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length > 0) {
      const together = this.#take();
      try {
        await this.#write(together.flatMap(({ items }) => items));
        for (const { done } of together) done();
      } catch (error) {
        for (const { failed } of together) failed(error);
      }
    }
    this.#writing = false;
  }

  #take(): Waiting<T>[] {
    let size = 0;
    let end = 0;
    for (const { items } of this.#waiting) {
      if (end > 0 && size + items.length > this.#atOnce) break;
      size += items.length;
      end += 1;
    }
    return this.#waiting.splice(0, end);
  }
}
