import type {
  ExpressionBuilder,
  ExpressionWrapper,
  Kysely,
  QueryCreator,
  QueryExecutorProvider,
  SqlBool,
} from 'kysely';
import type { DialectName } from './migrations/migration.ts';
import type { Schema } from './schema.ts';

/** What only looks. A store function that reads takes this; a `Writes` is one too. */
export type Reads = Pick<QueryCreator<Schema>, 'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive'> &
  Pick<Kysely<Schema>, 'fn' | 'dynamic' | 'case'> &
  QueryExecutorProvider;

/** A rule over the columns of a table, for `where` and `on` of every query that has the table under its own name. */
export type Condition<Table extends keyof Schema> = (
  eb: ExpressionBuilder<Schema, Table>,
) => ExpressionWrapper<Schema, Table, SqlBool>;

/** One transaction. Side effects (events, files, mails) wait for its commit. */
export type Writes = Kysely<Schema> & {
  /** Runs after the commit, in the order given; a failure is logged and never fails the answer. */
  afterCommit(effect: () => void | Promise<void>): void;
};

export interface Database extends AsyncDisposable {
  readonly dialect: DialectName;
  /** Connections that cannot write. Each statement sees everything committed before it began. */
  readonly read: Reads;
  /**
   * Runs `work` in one transaction and answers what it answers; an error rolls back. Transactions see each
   * other as if they came one after the other, on both databases; on PostgreSQL `work` may run again after a
   * conflict, so it touches nothing but `tx`. One that does not end within 10 s is rolled back. Never one inside
   * another: they would wait for each other.
   */
  write<T>(work: (tx: Writes) => Promise<T>): Promise<T>;
  /**
   * How many transactions of this process have ended, the last before its caller knows: while it stays the same, what
   * was read can have been changed by other processes alone.
   */
  readonly changes: number;
  /** Answers when the database answers. */
  ping(): Promise<void>;
}
