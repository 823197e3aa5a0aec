/** Tells the workers of this process, at once, that something waits for them. */
export class Wake {
  readonly #listeners = new Set<() => void>();

  /** Ends with the call of what it answers. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
