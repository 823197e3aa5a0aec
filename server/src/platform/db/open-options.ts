import type { Log } from '../log.ts';
import type { Up } from './migrations/migration.ts';

/** What a database is opened with. */
export interface OpenDatabase {
  readonly dataDir: string;
  /** `postgres://…`; SQLite in the data folder where absent. */
  readonly url?: string | undefined;
  readonly migrations: Readonly<Record<string, Up>>;
  readonly log: Log;
  /** Called once when the disk fails under SQLite: nothing can be written any more, the process has to end. */
  readonly onDiskFailure: (error: Error) => void;
  /** Called where SQLite finds the disk full; true where that made room, and the transaction runs again. */
  readonly onFull?: (() => boolean) | undefined;
  /** Whether the caller holds the data folder's lock, as the server does and the command line does not. */
  readonly exclusive: boolean;
  /** Throws `NoSite` where there are no tables yet, in place of making them. */
  readonly existing?: boolean | undefined;
  /** Where pg_dump puts a dump of PostgreSQL before an update changes its tables; without it none is made. */
  readonly dumpDir?: string | undefined;
  /** How long a transaction may take, where it is not 10 s. */
  readonly limitMs?: number | undefined;
  /** Brings SQLite's write-ahead log to the disk; for tests. */
  readonly flush?: (() => Promise<void>) | undefined;
}
