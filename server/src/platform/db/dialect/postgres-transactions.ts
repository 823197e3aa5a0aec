import type { Queries } from '../queries.ts';
import type { SharedConnection } from '../shared-transaction.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { isConflict } from './postgres-faults.ts';
import { queriesOn } from './postgres-kysely.ts';

/**
 * Waits until no other server has a turn. LOCK TABLE because it comes before what a serializable transaction sees is
 * settled (https://www.postgresql.org/docs/18/sql-lock.html), which a function that locks does not. The mode is in nobody's way but
 * its own, and of this table there is nothing to do.
 */
const takeTurn = 'lock table migrations in share update exclusive mode';

/**
 * Transactions on one connection. What begins one, and savepoints, go out with the statement after them: they cost no round
 * trip of their own.
 */
export class PostgresTransactions implements SharedConnection {
  readonly db: Queries;
  readonly #connection: PostgresConnection;
  /** Whether transactions that begin from now on take turns with those of other servers that do. */
  inTurn = false;

  constructor(connection: PostgresConnection) {
    this.#connection = connection;
    this.db = queriesOn(connection);
  }

  async begin(): Promise<void> {
    this.#connection.clearFailure();
    this.#connection.sendAhead('begin isolation level serializable');
    if (this.inTurn) this.#connection.sendAhead(takeTurn);
  }

  async savepoint(): Promise<void> {
    this.#connection.sendAhead('savepoint work');
  }

  async releaseSavepoint(): Promise<void> {
    this.#connection.sendAhead('release savepoint work');
  }

  async rollbackToSavepoint(): Promise<void> {
    this.#connection.clearFailure();
    this.#connection.sendAhead('rollback to savepoint work; release savepoint work');
  }

  commit(): Promise<void> {
    return this.#connection.commit();
  }

  rollback(): Promise<void> {
    return this.#connection.rollback();
  }

  release(): void {
    this.#connection.release();
  }

  /** A statement that fails breaks the transaction back to its savepoint, whatever the work has made of the error. */
  get failure(): { readonly error: unknown } | null {
    return this.#connection.failure;
  }

  /** After a conflict the whole transaction is in vain. */
  survives(): boolean {
    const { failure } = this.#connection;
    return failure === null || !isConflict(failure.error);
  }
}
