import { Failure } from '../failure.ts';
import type { Log } from '../log.ts';
import { ChangeRecorder, type Changes } from './changes.ts';
import type { Writes } from './database.ts';
import { Effects } from './effects.ts';
import type { Queries } from './queries.ts';
import type { Schema } from './schema.ts';
import { type Statement, StatementObserver } from './statement.ts';

/** A transaction that holds its lock longer than this is rolled back. */
const transactionLimitMs = 10_000;

/** Sees each statement of a work; refuses those that come when it is over, so that forgotten work never runs in another's. */
class WhileOpen extends StatementObserver {
  readonly recorder = new ChangeRecorder();
  open = true;

  observe(statement: Statement): void {
    if (!this.open) throw new Error('the transaction of this statement has ended');
    this.recorder.observe(statement);
  }
}

interface PendingWriteOptions {
  readonly log: Log;
  readonly limitMs?: number | undefined;
  /** Has a transaction for itself. */
  readonly long?: boolean;
}

/** What a run of the work came to. */
type Outcome<T> = { readonly answer: T; readonly effects: Effects } | { readonly error: unknown };

/** Work that waits for its transaction, and whoever waits for its answer. */
export class PendingWrite<T = unknown> {
  /** Resolves when it is settled, well or not. */
  readonly settled: Promise<void>;
  /** How often it was begun. */
  runs = 0;
  readonly #work: (tx: Writes) => Promise<T>;
  readonly #options: PendingWriteOptions;
  readonly #settle: (after?: Promise<void>) => void;
  #recorder: ChangeRecorder | undefined;
  #outcome: Outcome<T> = { error: new Error('a transaction was not run') };

  constructor(work: (tx: Writes) => Promise<T>, options: PendingWriteOptions) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.settled = promise;
    this.#settle = (after) => resolve(after);
    this.#work = work;
    this.#options = options;
  }

  /** Runs the work on a connection that is in a transaction; answers whether it went well. */
  async run(db: Queries): Promise<boolean> {
    const { log, limitMs = transactionLimitMs } = this.#options;
    const effects = new Effects(log);
    const whileOpen = new WhileOpen();
    const { recorder } = whileOpen;
    this.runs += 1;
    this.#recorder = recorder;
    const tx: Writes = Object.assign(db.observedBy(whileOpen), {
      afterCommit: (effect: () => void | Promise<void>) => effects.add(effect),
      concerns: (table: keyof Schema, ids: Iterable<string>) => recorder.concerns(table, ids),
    });
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const timer = setTimeout(
      () => reject(new Failure('OVERLOADED', { log: `a transaction did not end in ${limitMs} ms` })),
      limitMs,
    );
    try {
      this.#work(tx).then(resolve, reject);
      this.#outcome = { answer: await promise, effects };
    } catch (error) {
      this.#outcome = { error };
    } finally {
      whileOpen.open = false;
      clearTimeout(timer);
    }
    return !('error' in this.#outcome);
  }

  /** What its last run may have changed. */
  get changes(): Changes | null {
    return this.#recorder?.changes ?? null;
  }

  /** What its last run failed with; undefined where it went well. */
  get error(): unknown {
    return 'error' in this.#outcome ? this.#outcome.error : undefined;
  }

  /** It has failed, whatever its work has answered. */
  fail(error: unknown): void {
    this.#outcome = { error };
  }

  get isLong(): boolean {
    return this.#options.long ?? false;
  }

  /** Lets whoever waits have the outcome of the last run; first it waits for what is given. */
  settle(after?: Promise<void>): void {
    this.#settle(after);
  }

  /** The answer, and the effects to run once the commit is certain; throws what it failed with. */
  take(): { readonly answer: T; readonly effects: Effects } {
    if ('error' in this.#outcome) throw this.#outcome.error;
    return this.#outcome;
  }
}
