import { createHash } from 'node:crypto';
import {
  type Compilable,
  type CompiledQuery,
  createQueryId,
  NOOP_QUERY_EXECUTOR,
  type OperationNodeSource,
  QueryCreator,
  type QueryExecutor,
  type QueryExecutorProvider,
  type QueryResult,
  type RootOperationNode,
} from 'kysely';
import type { Reads, Writes } from './database.ts';
import type { Schema } from './schema.ts';
import { Statement, StatementObserver } from './statement.ts';

/** A statement whose text is known by a name, under which PostgreSQL keeps how it runs it. */
export interface NamedQuery<R = unknown> extends CompiledQuery<R> {
  readonly name: string;
}

type ReadBuilder = Pick<QueryCreator<Schema>, 'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive'>;
export type WriteBuilder = QueryCreator<Schema>;
type Built<R> = Compilable<R> & OperationNodeSource;

/** Stands in a statement for a value that each run gives. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** The statement is built for all values alike: what looks at one while it builds has another mind of it. */
  [Symbol.toPrimitive](): never {
    throw new Error(`the value of "${this.name}" is not known while a statement is built`);
  }
}

/** Has a placeholder under every name. */
const placeholders = (): object => new Proxy({}, { get: (_, name) => new Placeholder(String(name)) });

/** A text for one database, and for each of its parameters the name of the value, or the value that is always the same. */
interface Text {
  readonly query: RootOperationNode;
  readonly sql: string;
  readonly name: string;
  readonly parameters: readonly unknown[];
}

/**
 * A statement that is built and made a text once, and run with other values: to build one takes longer than to run it. Plugins that
 * write down what is read or changed are told of it as of any other.
 */
class Prepared<Values extends object, R> {
  readonly #build: (db: WriteBuilder, values: Values) => Built<R>;
  readonly #texts = new Map<unknown, Text>();
  #built: { readonly node: RootOperationNode; readonly statement: Statement } | undefined;

  constructor(build: (db: WriteBuilder, values: Values) => Built<R>) {
    this.#build = build;
  }

  run(provider: QueryExecutorProvider, values: Values): Promise<QueryResult<R>> {
    const executor = provider.getExecutor();
    const { node, statement } = this.#once();
    const text = this.#textFor(executor, node);
    for (const plugin of executor.plugins) {
      if (!(plugin instanceof StatementObserver)) throw new Error('a plugin would not see this statement');
      plugin.observe(statement);
    }
    return executor.executeQuery<R>({
      ...text,
      queryId: createQueryId(),
      parameters: text.parameters.map((each) =>
        each instanceof Placeholder ? valueNamed(values, each.name) : each,
      ),
    } as NamedQuery<R>);
  }

  #once() {
    if (this.#built) return this.#built;
    const db = new QueryCreator<Schema>({ executor: NOOP_QUERY_EXECUTOR });
    const node = this.#build(db, placeholders() as Values).toOperationNode() as RootOperationNode;
    this.#built = { node, statement: new Statement(node) };
    return this.#built;
  }

  #textFor(executor: QueryExecutor, node: RootOperationNode): Text {
    const dialect = executor.adapter.constructor;
    const known = this.#texts.get(dialect);
    if (known) return known;
    const { sql, parameters } = executor.compileQuery(node, createQueryId());
    // PostgreSQL refuses to run a text again that it has a plan for once it would answer other columns.
    if (/\*(?!\))/.test(sql)) throw new Error(`a prepared statement names its columns: ${sql}`);
    const name = `duet_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`;
    const text = { query: node, sql, name, parameters };
    this.#texts.set(dialect, text);
    return text;
  }
}

function valueNamed(values: object, name: string): unknown {
  const value = (values as Readonly<Record<string, unknown>>)[name];
  if (value === undefined) throw new Error(`a prepared statement was run without "${name}"`);
  return value;
}

interface PreparedRead<Values, R> {
  all(reads: Reads, values: Values): Promise<R[]>;
  first(reads: Reads, values: Values): Promise<R | undefined>;
}

interface PreparedWrite<Values, R> {
  /** How many rows were inserted, changed or removed. */
  run(tx: Writes, values: Values): Promise<number>;
  /** The first row of those that `returning` answers. */
  first(tx: Writes, values: Values): Promise<R | undefined>;
}

/**
 * A read that is built once, for values that differ. `build` sees no values: where a value decides how the statement reads, those
 * are two statements.
 */
export function preparedRead<Values extends object, R>(
  build: (db: ReadBuilder, values: Values) => Built<R>,
): PreparedRead<Values, R> {
  const statement = new Prepared<Values, R>(build);
  return {
    all: async (reads, values) => (await statement.run(reads, values)).rows,
    first: async (reads, values) => (await statement.run(reads, values)).rows[0],
  };
}

/** The same of a statement that writes. */
export function preparedWrite<Values extends object, R>(
  build: (db: WriteBuilder, values: Values) => Built<R>,
): PreparedWrite<Values, R> {
  const statement = new Prepared<Values, R>(build);
  return {
    run: async (tx, values) => Number((await statement.run(tx, values)).numAffectedRows ?? 0),
    first: async (tx, values) => (await statement.run(tx, values)).rows[0],
  };
}
