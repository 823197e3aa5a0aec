import type { Kysely, KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely';
import type { Database, Reads } from './database.ts';
import type { Schema } from './schema.ts';
import { tablesIn } from './tables.ts';

type RecordTables = (tables: Iterable<string>) => void;

class ReadRecorder implements KyselyPlugin {
  readonly #record: RecordTables;

  constructor(record: RecordTables) {
    this.#record = record;
  }

  transformQuery({ node }: PluginTransformQueryArgs) {
    this.#record(tablesIn(node));
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result;
  }
}

/** The same database, naming the tables of each statement before it runs. */
export const recorded = (db: Kysely<Schema>, record: RecordTables): Reads =>
  db.withPlugin(new ReadRecorder(record));

/** A database whose reading goes elsewhere, what takes long included; all else stays. */
export const withReads = (db: Database, read: Reads): Database => ({
  dialect: db.dialect,
  commits: db.commits,
  read,
  scan: read,
  readRecorded: (record) => db.readRecorded(record),
  write: (work, options) => db.write(work, options),
  lookForOtherPrograms: () => db.lookForOtherPrograms(),
  hearOtherPrograms: () => db.hearOtherPrograms(),
  ping: () => db.ping(),
  [Symbol.asyncDispose]: () => db[Symbol.asyncDispose](),
});
