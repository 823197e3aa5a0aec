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

const ours = /\/server\/((?:src|test)\/[^:)]+)/;
/** Runs the statements of others. */
const runner = 'src/platform/db/prepared.ts';
const isOfTests = (path: string) => path.startsWith('test/') || path.includes('.test.ts');

/** The file of ours that called last, without its line: to find lines in the sources takes most of the time of a stack. */
function lastFile(): string {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = (_error, sites) => sites.map((site) => site.getFileName() ?? '');
  const files = new Error().stack as unknown as readonly string[];
  Error.prepareStackTrace = prepareStackTrace;
  const file = files.find(
    (each) => ours.test(each) && !each.includes(import.meta.filename) && !each.includes(runner),
  );
  return ours.exec(file ?? '')?.[1] ?? '';
}

/** `server/src/…:line` of who asks now; null where it is a test, whose statements nobody waits for. */
function source(): string | null {
  const file = lastFile();
  if (file === '' || isOfTests(file)) return null;
  const line = new Error().stack?.split('\n').find((each) => each.includes(file));
  return `${file}${/:\d+/.exec(line?.split(file)[1] ?? '')?.[0] ?? ''}`;
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
      const from = source();
      Error.stackTraceLimit = stackTraceLimit;
      if (from !== null) statements.set(query.sql, { sql: query.sql, from });
    }
    return executeQuery.call(this, query, ...more);
  };
  return statements;
}
