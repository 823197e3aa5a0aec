interface Waiting {
  readonly alone: boolean;
  readonly start: () => void;
}

/** Work side by side, or one alone while all else waits; first come, first served. */
export class SharedLock {
  readonly #queue: Waiting[] = [];
  #sharing = 0;
  #alone = false;

  shared<T>(work: () => Promise<T>): Promise<T> {
    return this.#run(false, work);
  }

  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#run(true, work);
  }

  async #run<T>(alone: boolean, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      this.#queue.push({ alone, start });
      this.#startNext();
    });
    try {
      return await work();
    } finally {
      if (alone) this.#alone = false;
      else this.#sharing -= 1;
      this.#startNext();
    }
  }

  #startNext(): void {
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      if (this.#alone || (next.alone && this.#sharing > 0)) return;
      this.#queue.shift();
      if (next.alone) this.#alone = true;
      else this.#sharing += 1;
      next.start();
    }
  }
}
