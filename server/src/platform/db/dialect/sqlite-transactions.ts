import type { Queries } from '../queries.ts';
import type { SharedConnection, TransactionConnection } from '../shared-transaction.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { isDiskFailure } from './sqlite-faults.ts';
import { queriesOn } from './sqlite-kysely.ts';
import type { MainThreadConnection } from './sqlite-main-thread.ts';

/** Transactions on a connection, be it in a thread. */
export class SqliteTransactions<Connection extends SqliteConnection> implements TransactionConnection {
  readonly db: Queries;
  protected readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
    this.db = queriesOn(connection);
  }

  begin(): Promise<void> {
    return this.connection.begin();
  }

  commit(): Promise<void> {
    return this.connection.commit();
  }

  async rollback(): Promise<void> {
    // SQLite has rolled back by itself after some failures; the one that led here is the one to report.
    await this.connection.rollback().catch(() => {});
  }
}

/** Those on the main thread, which several works share. */
export class SharedSqliteTransactions
  extends SqliteTransactions<MainThreadConnection>
  implements SharedConnection
{
  /** A statement that fails takes back what it has done itself. */
  readonly failure = null;

  async savepoint(): Promise<void> {
    this.connection.savepoint();
  }

  async releaseSavepoint(): Promise<void> {
    this.connection.releaseSavepoint();
  }

  async rollbackToSavepoint(): Promise<void> {
    this.connection.rollbackToSavepoint();
  }

  /** Some errors, such as a full disk, end the whole transaction; after a failure of the disk nothing is to be believed. */
  survives(error: unknown): boolean {
    return this.connection.isInTransaction && !isDiskFailure(error);
  }
}
