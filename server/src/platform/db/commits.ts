import type { Changes } from './changes.ts';

type Listener = (changes: Changes) => void;

/** Calls whoever keeps something made of rows, when they may have changed. */
export class Commits {
  readonly #listeners = new Set<Listener>();

  /** Answers the way to stop listening. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Before the caller of the transaction knows how it ended. */
  emit(changes: Changes): void {
    for (const listener of this.#listeners) listener(changes);
  }
}
