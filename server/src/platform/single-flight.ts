/** Work that runs once at a time for a key: whoever asks meanwhile gets the same answer, or the same error. */
export class SingleFlight<T> {
  readonly #inFlight = new Map<string, Promise<T>>();

  run(key: string, work: () => Promise<T>): Promise<T> {
    const there = this.#inFlight.get(key);
    if (there) return there;
    const begun = work().finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, begun);
    return begun;
  }
}
