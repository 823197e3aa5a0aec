import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { CompiledQuery, QueryResult } from 'kysely';
import { type CommitListener, mayWrite, noStream, type SqliteConnection } from './sqlite-connection.ts';
import { errorOf, faultOf, isBusy } from './sqlite-faults.ts';
import { busyMs } from './sqlite-settings.ts';
import { Statements } from './sqlite-statements.ts';

/** How long the event loop has between two tries to get a lock that another process holds, in ms. */
const pauseMs = 5;
const begin = 'begin immediate';

/**
 * A connection whose statements run where they are asked for: an indexed read takes some 20 µs, a message to a thread and
 * back more than that. It never waits inside SQLite: a lock of another process is asked for again by a timer.
 */
export class MainThreadConnection implements SqliteConnection {
  readonly #db: DatabaseSync;
  readonly #statements: Statements;
  readonly #onCommit: CommitListener;
  #inTransaction = false;
  #wrote = false;
  #wroteBefore = false;
  readonly streamQuery = noStream;

  constructor(db: DatabaseSync, onCommit: CommitListener = () => {}) {
    this.#db = db;
    this.#statements = new Statements(db);
    this.#onCommit = onCommit;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql } = query;
    const parameters = query.parameters as readonly SQLInputValue[];
    const execute = () => this.#statements.execute(sql, parameters);
    if (this.#inTransaction) this.#wrote ||= mayWrite(sql);
    const { rows, changes } = this.#inTransaction
      ? this.#inside(sql, execute)
      : await this.#whileBusy(sql, execute);
    return { rows: rows as R[], numAffectedRows: BigInt(changes) };
  }

  async begin(): Promise<void> {
    this.#wrote = false;
    await this.#whileBusy(begin, () => this.#statements.execute(begin, []));
    this.#inTransaction = true;
  }

  async commit(): Promise<void> {
    this.#control('commit');
    this.#inTransaction = false;
    this.#onCommit(this.#wrote);
  }

  async rollback(): Promise<void> {
    this.#inTransaction = false;
    if (this.#db.isTransaction) this.#try('rollback', () => this.#db.exec('rollback'));
  }

  savepoint(): void {
    this.#control('savepoint work');
    this.#wroteBefore = this.#wrote;
  }

  releaseSavepoint(): void {
    this.#control('release work');
  }

  /** What was written since the savepoint does not count as written. */
  rollbackToSavepoint(): void {
    this.#control('rollback to work');
    this.#control('release work');
    this.#wrote = this.#wroteBefore;
  }

  get isInTransaction(): boolean {
    return this.#inTransaction && this.#db.isTransaction;
  }

  #control(sql: string): void {
    this.#inside(sql, () => this.#statements.execute(sql, []));
  }

  /** Some errors, such as a full disk, end a transaction: what follows must not stand by itself. */
  #inside<T>(sql: string, work: () => T): T {
    if (!this.#db.isTransaction) throw new Error('SQLite has ended the transaction');
    return this.#try(sql, work);
  }

  #try<T>(sql: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw errorOf(faultOf(error, this.#db), sql);
    }
  }

  async #whileBusy<T>(sql: string, work: () => T): Promise<T> {
    const until = performance.now() + busyMs;
    for (;;) {
      try {
        return this.#try(sql, work);
      } catch (error) {
        if (!isBusy(error) || performance.now() >= until) throw error;
      }
      await wait(pauseMs);
    }
  }
}
