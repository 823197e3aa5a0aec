import {
  type ConnectionProvider,
  DefaultQueryExecutor,
  type DialectAdapter,
  type QueryCompiler,
  QueryCreator,
  type QueryExecutor,
} from 'kysely';
import type { Schema } from './schema.ts';
import type { StatementObserver } from './statement.ts';

/** Builds statements and runs them where its connections come from. */
export class Queries extends QueryCreator<Schema> {
  readonly #executor: QueryExecutor;

  constructor(executor: QueryExecutor) {
    super({ executor });
    this.#executor = executor;
  }

  getExecutor(): QueryExecutor {
    return this.#executor;
  }

  /** The same, telling an observer of each statement before it runs. */
  observedBy(observer: StatementObserver): Queries {
    return new Queries(this.#executor.withPlugin(observer));
  }
}

interface DialectParts {
  readonly compiler: QueryCompiler;
  readonly adapter: DialectAdapter;
}

/** Statements go to the connections in the order in which they are asked for. */
export const queriesOver = (
  { compiler, adapter }: DialectParts,
  provideConnection: ConnectionProvider['provideConnection'],
): Queries => new Queries(new DefaultQueryExecutor(compiler, adapter, { provideConnection }));
