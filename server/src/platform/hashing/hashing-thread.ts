import type { Argon2Parameters } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Hashed } from './hashing-worker.ts';

/** A thread that has nothing to do for so long ends, and gives its memory back. */
const idleMs = 30_000;

/**
 * Computes argon2id in a thread whose priority is lower than that of the one that answers requests (`crypto.argon2` would take
 * libuv's threads, which have the same, and which files need too). One hash at a time.
 */
export class HashingThread {
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;

  /** The tag. Throws where it cannot be computed; the next one is computed by another thread then. */
  async tagOf(parameters: Argon2Parameters): Promise<Buffer> {
    clearTimeout(this.#idle);
    const worker = this.#running();
    // A command waits for its hash, but not for a thread without work.
    worker.ref();
    try {
      const over = new AbortController();
      const answer = once(worker, 'message', { signal: over.signal });
      const exit = once(worker, 'exit', { signal: over.signal }).then(() => {
        throw new Error('the thread that hashes passwords has ended');
      });
      worker.postMessage(parameters);
      const [hashed]: Hashed[] = await Promise.race([answer, exit]).finally(() => over.abort());
      if (!hashed || 'fault' in hashed) throw new Error(hashed?.fault ?? 'no hash');
      return Buffer.from(hashed.tag);
    } finally {
      worker.unref();
      this.#idle = setTimeout(() => this.#end(), idleMs).unref();
    }
  }

  #running(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./hashing-worker.ts', import.meta.url), { name: 'passwords' });
    // Whoever waits gets it by `once`; without a listener it would end the process.
    worker.on('error', () => {});
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    this.#worker = worker;
    return worker;
  }

  #end(): void {
    void this.#worker?.terminate();
    this.#worker = null;
  }
}
