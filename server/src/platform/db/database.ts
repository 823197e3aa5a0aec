import type {
  ExpressionBuilder,
  ExpressionWrapper,
  QueryCreator,
  QueryExecutorProvider,
  SqlBool,
} from 'kysely';
import type { Commits } from './commits.ts';
import type { DialectName } from './migrations/migration.ts';
import type { Schema } from './schema.ts';

/** What only looks. A store function that reads takes this; a `Writes` is one too. */
export type Reads = Pick<QueryCreator<Schema>, 'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive'> &
  QueryExecutorProvider;

/** A rule over the columns of a table, for `where` and `on` of every query that has the table under its own name. */
export type Condition<Table extends keyof Schema> = (
  eb: ExpressionBuilder<Schema, Table>,
) => ExpressionWrapper<Schema, Table, SqlBool>;

/** One transaction. Statements that are asked for at once run in that order. Side effects (events, files, mails) wait for its commit. */
export type Writes = Reads &
  Pick<QueryCreator<Schema>, 'insertInto' | 'updateTable' | 'deleteFrom'> & {
    /** Runs after the commit, in the order given; a failure is logged and never fails the answer. */
    afterCommit(effect: () => void | Promise<void>): void;
    /**
     * Says of one statement that writes `table` that nothing changes by it but what concerns these ids (of whom, for each
     * table: docs/inside/cache.md). Cached answers about others then stay. Whoever does not say it is taken to change the whole
     * table.
     */
    concerns(table: keyof Schema, ids: Iterable<string>): void;
  };

export interface WriteOptions {
  /** May change many rows, by itself or by what goes with them. On SQLite it runs in a thread. */
  readonly long?: boolean;
}

export interface Database extends AsyncDisposable {
  readonly dialect: DialectName;
  /**
   * Connections that cannot write. Each statement sees everything committed before it began. On SQLite it runs at once and
   * on the main thread, so it is one that an index makes short; what reads many rows goes through `scan`.
   */
  readonly read: Reads;
  /** As `read`, for what may take longer than some milliseconds: on SQLite a thread of its own. */
  readonly scan: Reads;
  /**
   * Runs `work` in one transaction and answers what it answers; an error rolls back. Transactions see each
   * other as if they came one after the other, on both databases. Those that wait may share one of the database's
   * (`shared-transaction.ts`): `work` waits for nothing but `tx`, or it holds up the others. It may run again, after a conflict
   * or where what it shared could not be committed, so it touches nothing but `tx`. One that does not end within 10 s is rolled back.
   * Never one inside another: they would wait for each other. It answers when the commit is on the disk; on SQLite others may read it a
   * moment before, and a power cut in that moment takes back what has been answered to nobody.
   */
  write<T>(work: (tx: Writes) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** What transactions may have changed, told before their callers know how they ended. */
  readonly commits: Pick<Commits, 'subscribe'>;
  /** The same as `read`, naming the tables of each statement before it runs. */
  readRecorded(record: (tables: Iterable<string>) => void): Reads;
  /**
   * Tells `commits` of everything where another program may have changed something of which it has not told: on SQLite
   * where the file was changed since the last look, on PostgreSQL while it does not listen to other servers.
   */
  lookForOtherPrograms(): void;
  /** Resolves when `commits` has told of all that other programs had committed and answered before. */
  syncOtherPrograms(): Promise<void>;
  /** Answers when the database answers. */
  ping(): Promise<void>;
}
