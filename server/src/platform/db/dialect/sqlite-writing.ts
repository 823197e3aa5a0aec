import { setImmediate as nextTurn } from 'node:timers/promises';
import { Failure } from '../../failure.ts';
import { Semaphore } from '../../semaphore.ts';
import type { Changes } from '../changes.ts';
import type { PendingWrite } from '../pending-write.ts';
import {
  runAlone,
  runTogether,
  type SharedConnection,
  type TransactionConnection,
} from '../shared-transaction.ts';
import { isDiskFailure, isFull } from './sqlite-faults.ts';

interface SqliteWritingOptions {
  /** The connection on the main thread, and the one in a thread for what takes long. They never write at the same time. */
  readonly short: SharedConnection;
  readonly long: TransactionConnection;
  readonly emitChanges: (changes: Changes) => void;
  /** Called where SQLite finds the disk full; true where that made room. */
  readonly onFull: () => boolean;
  /** The disk failed: answers what a caller is told. */
  readonly onDiskFailure: (error: unknown) => Failure;
  /** Whether the disk has failed. */
  readonly isBroken: () => boolean;
  /** How long a transaction takes further works, in ms, where it is not 5. */
  readonly longestMs?: number;
}

/** Nothing may hold the event loop for 20 ms, and within one transaction nothing waits for anything. */
const mostMs = 5;
/** One that had to be rolled back runs its works again, each by itself. */
const mostTogether = 64;

/**
 * Runs one transaction at a time. The writes that are asked for during one turn of the event loop share one: a page that several of
 * them change is written once, and BEGIN, COMMIT and what comes after it are done once for all.
 */
export class SqliteWriting {
  readonly #options: SqliteWritingOptions;
  readonly #semaphore = new Semaphore({ concurrent: 1 });
  readonly #waiting: PendingWrite[] = [];
  /** Whether what waits is going to be run. */
  #isSharing = false;
  #sharing: Promise<void> = Promise.resolve();

  constructor(options: SqliteWritingOptions) {
    this.#options = options;
  }

  /** Resolves when the write is settled. */
  async run(write: PendingWrite, long: boolean): Promise<void> {
    if (long) {
      await this.alone(() => this.#byItself(this.#options.long, write));
      return;
    }
    this.#waiting.push(write);
    if (!this.#isSharing) this.#sharing = this.#share();
    await write.settled;
  }

  /** Runs `work` while no transaction does. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#semaphore.run(work);
  }

  /** Resolves when all that was asked for is settled. */
  async idle(): Promise<void> {
    while (this.#isSharing) await this.#sharing;
  }

  async #share(): Promise<void> {
    this.#isSharing = true;
    while (this.#waiting.length > 0) {
      // After all that this turn has read.
      await nextTurn();
      await this.alone(() => this.#shared());
    }
    // Right after the last look: whoever comes now begins anew.
    this.#isSharing = false;
  }

  async #shared(): Promise<void> {
    const { short, emitChanges, longestMs = mostMs } = this.#options;
    const until = performance.now() + longestMs;
    let count = 0;
    const next = () => {
      if (count > 0 && (count === mostTogether || performance.now() > until)) return undefined;
      count += 1;
      return this.#waiting.shift();
    };
    if (this.#options.isBroken()) return this.#refuse();
    const { writes, failure } = await runTogether(short, { next, emitChanges });
    for (const write of writes) {
      if (failure && writes.length > 1 && !isDiskFailure(failure.error)) {
        // It is not known which of them made it fail.
        await this.#byItself(short, write);
      } else {
        if (failure) write.fail(failure.error);
        await this.#finish(short, write);
      }
    }
  }

  async #byItself(connection: TransactionConnection, write: PendingWrite): Promise<void> {
    await this.#attempt(connection, write);
    await this.#finish(connection, write);
  }

  async #attempt(connection: TransactionConnection, write: PendingWrite): Promise<void> {
    const { emitChanges, isBroken } = this.#options;
    if (isBroken()) return write.fail(new Failure('STOPPING'));
    await runAlone(connection, write, emitChanges);
  }

  async #finish(connection: TransactionConnection, write: PendingWrite): Promise<void> {
    const { onFull, onDiskFailure } = this.#options;
    if (isFull(write.error) && onFull()) await this.#attempt(connection, write);
    if (isDiskFailure(write.error)) write.fail(onDiskFailure(write.error));
    write.settle();
  }

  #refuse(): void {
    for (const write of this.#waiting.splice(0)) {
      write.fail(new Failure('STOPPING'));
      write.settle();
    }
  }
}
