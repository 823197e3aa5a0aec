import type { Database } from '../../src/platform/db/database.ts';
import { Queries } from '../../src/platform/db/queries.ts';
import { StatementObserver } from '../../src/platform/db/statement.ts';

/** So long one is held back at most: what writes may itself wait for what is being made of it. */
const longestMs = 100;

/** A statement's answer that comes late, while others write. */
interface LateAnswer extends Disposable {
  /** Resolves when the rows are read, and what is made of them waits for them. */
  readonly held: Promise<void>;
  /** Lets it go on where what it waits for can no longer be told: nothing was changed since it was held. */
  releaseUnchanged(): void;
  release(): void;
}

/** Runs when the answer of a statement is there. */
class OnAnswer extends StatementObserver {
  readonly #wait: () => Promise<void>;

  constructor(wait: () => Promise<void>) {
    super();
    this.#wait = wait;
  }

  observe(): void {}

  override async transformResult(args: Parameters<StatementObserver['transformResult']>[0]) {
    await this.#wait();
    return super.transformResult(args);
  }
}

/**
 * Holds back what the database answers to those who make something that may be cached, as a busy machine or a slow network does. On
 * SQLite hardly anything is changed while something is made, because each statement is answered where it is asked for; what is cached must
 * be right on any database.
 */
export class DelayedAnswers {
  readonly #db: Database;
  #wait: () => Promise<void> = async () => {};

  constructor(db: Database) {
    this.#db = db;
    const recorded = db.readRecorded.bind(db);
    const onAnswer = new OnAnswer(() => this.#wait());
    db.readRecorded = (record) => {
      const reads = recorded(record);
      if (!(reads instanceof Queries)) throw new Error('answers of the database cannot be held back');
      return reads.observedBy(onAnswer);
    };
  }

  /** Holds the next one, after so many that are not. */
  hold(after: number): LateAnswer {
    const held = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    let before = after;
    let changed = false;
    let timer: NodeJS.Timeout | undefined;
    this.#wait = async () => {
      before -= 1;
      if (before !== -1) return;
      timer = setTimeout(released.resolve, longestMs);
      held.resolve();
      await released.promise;
    };
    const unsubscribe = this.#db.commits.subscribe(() => {
      changed = true;
    });
    const release = () => {
      this.#wait = async () => {};
      unsubscribe();
      clearTimeout(timer);
      released.resolve();
    };
    const releaseUnchanged = () => {
      if (!changed) release();
    };
    return { held: held.promise, releaseUnchanged, release, [Symbol.dispose]: release };
  }
}
