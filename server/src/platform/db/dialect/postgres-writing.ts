import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { Failure } from '../../failure.ts';
import type { Changes } from '../changes.ts';
import type { PendingWrite } from '../pending-write.ts';
import { runTogether, type Together } from '../shared-transaction.ts';
import { PostgresConnection } from './postgres-connection.ts';
import { isConflict, translateError } from './postgres-faults.ts';
import { PostgresTransactions } from './postgres-transactions.ts';

interface PostgresWritingOptions {
  readonly pool: pg.Pool;
  /** So many transactions run side by side while they do not come into conflict. */
  readonly most: number;
  readonly emitChanges: (changes: Changes) => void;
  /** Tells other servers; never rejects. */
  readonly announce: (changes: Changes | null) => Promise<void>;
  /** How long a transaction takes further works, in ms, where it is not 20. */
  readonly longestMs?: number;
}

/** One suffices nearly always (`conflicts.postgres.test.ts`). */
const retries = 12;
const maxPauseMs = 50;
/** A transaction takes what waits for so long, or until so many are in it. */
const mostMs = 20;
const mostTogether = 32;
/** For how long after a conflict more of them are expected. */
const afterConflictMs = 1000;

/**
 * Runs several transactions side by side, each for all the writes that wait when it comes to them. Once two have come into conflict, one
 * runs at a time for a while, which all that wait share: they then run in vain no more. Where that one still comes into conflict it
 * is with another server's, and takes turns with them.
 */
export class PostgresWriting {
  readonly #options: PostgresWritingOptions;
  readonly #connections = new WeakMap<pg.PoolClient, PostgresTransactions>();
  readonly #waiting: PendingWrite[] = [];
  #running = 0;
  /** Those of the running ones that have no connection yet, and will take what waits. */
  #connecting = 0;
  /** Until when one transaction runs at a time, and until when each takes its turn; by `performance.now()`. */
  #oneUntil = 0;
  #turnsUntil = 0;

  constructor(options: PostgresWritingOptions) {
    this.#options = options;
  }

  /** Resolves when the write is settled. */
  async run(write: PendingWrite): Promise<void> {
    this.#waiting.push(write);
    this.#start();
    await write.settled;
  }

  #start(): void {
    while (this.#waiting.length > this.#connecting && this.#running < this.#most()) {
      this.#running += 1;
      void this.#transact().finally(() => {
        this.#running -= 1;
        this.#start();
      });
    }
  }

  #most(): number {
    return performance.now() < this.#oneUntil ? 1 : this.#options.most;
  }

  async #transact(): Promise<void> {
    const isOnlyOne = this.#most() === 1;
    let connection: PostgresTransactions;
    try {
      connection = await this.#connect();
    } catch (error) {
      return this.#refuse(this.#waiting.splice(0), error);
    }
    try {
      await this.#finish(await this.#together(connection, this.#those()), { connection, isOnlyOne });
    } finally {
      connection.release();
    }
  }

  /**
   * What waits now, one after the other; what takes long has a transaction for itself. Who comes later may have been answered what was
   * committed meanwhile, and would not find it: a serializable transaction sees what was there when it began.
   */
  #those(): () => PendingWrite | undefined {
    const here = new Set(this.#waiting);
    const until = performance.now() + (this.#options.longestMs ?? mostMs);
    let count = 0;
    let full = false;
    return () => {
      const [first] = this.#waiting;
      if (!first || !here.has(first) || full) return undefined;
      if (count > 0 && (first.isLong || performance.now() > until)) return undefined;
      count += 1;
      full = first.isLong || count === mostTogether;
      return this.#waiting.shift();
    };
  }

  #together(connection: PostgresTransactions, next: () => PendingWrite | undefined): Promise<Together> {
    const [first] = this.#waiting;
    connection.inTurn = performance.now() < this.#turnsUntil || (first?.runs ?? 0) > 0;
    return runTogether(connection, { next, emitChanges: this.#options.emitChanges });
  }

  async #finish({ writes, failure }: Together, ran: Ran): Promise<void> {
    if (failure && isConflict(failure.error)) return this.#again(writes, failure.error, ran);
    const told = writes.map(({ changes }) => this.#options.announce(changes));
    if (!failure) for (const [at, write] of writes.entries()) write.settle(told[at]);
    else if (writes.length === 1) this.#refuse(writes, failure.error);
    // It is not known which of them made it fail; where the connection is lost, each hears of that.
    else for (const write of writes) await this.#byItself(write, ran);
  }

  async #byItself(write: PendingWrite, ran: Ran): Promise<void> {
    const one = [write];
    await this.#finish(await this.#together(ran.connection, () => one.shift()), ran);
  }

  /** They are the next, and run with no other transaction of this server beside them, and none of another server that does the same. */
  async #again(writes: readonly PendingWrite[], cause: unknown, { isOnlyOne }: Ran): Promise<void> {
    const until = performance.now() + afterConflictMs;
    this.#oneUntil = until;
    if (isOnlyOne) this.#turnsUntil = until;
    const tired = writes.filter(({ runs }) => runs > retries);
    this.#refuse(tired, new Failure('OVERLOADED', { log: 'too many conflicts', cause }));
    this.#waiting.unshift(...writes.filter((write) => !tired.includes(write)));
    const runs = Math.max(...writes.map((write) => write.runs));
    if (runs > 1) await wait(Math.random() * Math.min(5 * 2 ** runs, maxPauseMs));
  }

  #refuse(writes: readonly PendingWrite[], error: unknown): void {
    for (const write of writes) {
      write.fail(error);
      write.settle();
    }
  }

  async #connect(): Promise<PostgresTransactions> {
    this.#connecting += 1;
    const client = await this.#options.pool
      .connect()
      .catch((error) => {
        throw translateError(error);
      })
      .finally(() => {
        this.#connecting -= 1;
      });
    const known = this.#connections.get(client);
    if (known) return known;
    const fresh = new PostgresTransactions(new PostgresConnection(client));
    this.#connections.set(client, fresh);
    return fresh;
  }
}

/** How a transaction ran. */
interface Ran {
  readonly connection: PostgresTransactions;
  /** Whether no other one of this server was meant to run beside it. */
  readonly isOnlyOne: boolean;
}
