import type { Database, Reads } from './database.ts';
import type { Queries } from './queries.ts';
import { type Statement, StatementObserver } from './statement.ts';

type RecordTables = (tables: Iterable<string>) => void;

class ReadRecorder extends StatementObserver {
  readonly #record: RecordTables;

  constructor(record: RecordTables) {
    super();
    this.#record = record;
  }

  observe({ tables }: Statement): void {
    this.#record(tables);
  }
}

/** The same, naming the tables of each statement before it runs. */
export const recorded = (queries: Queries, record: RecordTables): Reads =>
  queries.observedBy(new ReadRecorder(record));

/** A database whose reading goes elsewhere, what takes long included; all else stays. */
export const withReads = (db: Database, read: Reads): Database => ({
  dialect: db.dialect,
  commits: db.commits,
  read,
  scan: read,
  readRecorded: (record) => db.readRecorded(record),
  write: (work, options) => db.write(work, options),
  lookForOtherPrograms: () => db.lookForOtherPrograms(),
  syncOtherPrograms: () => db.syncOtherPrograms(),
  ping: () => db.ping(),
  [Symbol.asyncDispose]: () => db[Symbol.asyncDispose](),
});
