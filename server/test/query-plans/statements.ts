import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { databaseKind } from '../test-database.ts';

/** A statement of the server, and the line of its source that asked for it first. */
export interface Statement {
  readonly sql: string;
  readonly from: string;
}

/** Runs the statements of others. */
const runner = '/platform/db/prepared.ts';

/** `server/src/…` of a stack; null where a test has asked, whose statements nobody waits for. */
function sourceOf(stack: string): string | null {
  const line = stack
    .split('\n')
    .find(
      (each) =>
        /\/server\/(src|test)\//.test(each) && !each.includes(import.meta.filename) && !each.includes(runner),
    );
  const [, path = ''] = /\/server\/((?:src|test)\/[^:)]+:\d+)/.exec(line ?? '') ?? [];
  return path === '' || path.startsWith('test/') || path.includes('.test.ts') ? null : path;
}

/** Writes down every text of a statement that Kysely runs in this process on the database of the run, once. */
export function recordStatements(): ReadonlyMap<string, Statement> {
  const statements = new Map<string, Statement>();
  const executor = Object.getPrototypeOf(
    Object.getPrototypeOf(
      new Kysely({
        dialect: {
          createAdapter: () => new SqliteAdapter(),
          createDriver: () => new DummyDriver(),
          createIntrospector: (db) => new SqliteIntrospector(db),
          createQueryCompiler: () => new SqliteQueryCompiler(),
        },
      }).getExecutor(),
    ),
  );
  const { executeQuery } = executor;
  // A move between databases has both in one process.
  const Adapter = databaseKind === 'postgres' ? PostgresAdapter : SqliteAdapter;
  executor.executeQuery = function (
    this: { readonly adapter: unknown },
    query: { sql: string },
    ...more: unknown[]
  ) {
    if (this.adapter instanceof Adapter && !statements.has(query.sql)) {
      const { stackTraceLimit } = Error;
      Error.stackTraceLimit = 40;
      const from = sourceOf(new Error().stack ?? '');
      Error.stackTraceLimit = stackTraceLimit;
      if (from !== null) statements.set(query.sql, { sql: query.sql, from });
    }
    return executeQuery.call(this, query, ...more);
  };
  return statements;
}
