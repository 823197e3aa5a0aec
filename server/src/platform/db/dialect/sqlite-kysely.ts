import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { type Queries, queriesOver } from '../queries.ts';
import type { Schema } from '../schema.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** Kysely over one connection, whose statements run in the order in which they are asked for. */
class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  beginTransaction(): Promise<void> {
    return this.#connection.begin();
  }

  commitTransaction(): Promise<void> {
    return this.#connection.commit();
  }

  rollbackTransaction(): Promise<void> {
    return this.#connection.rollback();
  }

  async releaseConnection(): Promise<void> {}

  /** Whoever opened the connection closes it: Kysely would forget one that was never used. */
  async destroy(): Promise<void> {}
}

/** For statements that are built and run; one that is asked for goes to the connection at once. */
export const queriesOn = (connection: SqliteConnection): Queries =>
  queriesOver({ compiler: new SqliteQueryCompiler(), adapter: new SqliteAdapter() }, (use) =>
    use(connection),
  );

/** For what else Kysely does: transactions of its own, tables. */
export function kyselyOver(connection: SqliteConnection): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new SqliteDriver(connection),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}
