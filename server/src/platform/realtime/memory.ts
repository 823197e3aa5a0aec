import type { Log } from '../log.ts';
import type { Listener, Realtime, Signal } from './realtime.ts';

/** Signals within one process. */
export class MemoryRealtime implements Realtime {
  readonly #listeners = new Set<Listener>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  publish(signal: Signal): void {
    this.#each((listener) => listener.signal(signal));
  }

  gap(): void {
    this.#each((listener) => listener.gap());
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listeners.clear();
  }

  #each(call: (listener: Listener) => void): void {
    for (const listener of this.#listeners) {
      try {
        call(listener);
      } catch (error) {
        this.#log.error({ err: error }, 'a listener of signals failed');
      }
    }
  }
}
