/** First come, first served: one holder at a time. */
export class Mutex {
  #tail: Promise<void> = Promise.resolve();

  /** Runs `work` when all that came before have ended, whatever their end was. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#tail;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#tail = promise;
    await before;
    try {
      return await work();
    } finally {
      resolve();
    }
  }
}
