import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type pg from 'pg';
import { type Queries, queriesOver } from '../queries.ts';
import type { Schema } from '../schema.ts';
import { PostgresConnection } from './postgres-connection.ts';
import { translateError } from './postgres-faults.ts';

class PostgresDriver implements Driver {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<PostgresConnection> {
    return acquire(this.#pool);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as PostgresConnection).control('begin');
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as PostgresConnection).commit();
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as PostgresConnection).rollback();
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as PostgresConnection).release();
  }

  destroy(): Promise<void> {
    return this.#pool.end();
  }
}

async function acquire(pool: pg.Pool): Promise<PostgresConnection> {
  try {
    return new PostgresConnection(await pool.connect());
  } catch (error) {
    throw translateError(error);
  }
}

/** For what Kysely does beside statements: transactions of its own, tables. It ends the pool. */
export const kyselyOver = (pool: pg.Pool): Kysely<Schema> =>
  new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PostgresDriver(pool),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });

const parts = () => ({ compiler: new PostgresQueryCompiler(), adapter: new PostgresAdapter() });

/** Each statement takes a connection of the pool. */
export const queriesAmong = (pool: pg.Pool): Queries =>
  queriesOver(parts(), async (use) => {
    const connection = await acquire(pool);
    try {
      return await use(connection);
    } finally {
      connection.release();
    }
  });

/** All statements on one connection; those that are asked for at once go out together. */
export const queriesOn = (connection: PostgresConnection): Queries =>
  queriesOver(parts(), (use) => use(connection));
