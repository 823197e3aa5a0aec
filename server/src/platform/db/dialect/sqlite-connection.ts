import type { DatabaseConnection } from 'kysely';

/** A connection to the file, on the main thread or in one of its own. */
export interface SqliteConnection extends DatabaseConnection {
  begin(): Promise<void>;
  /** Tells of the commit (`CommitListener`) before it answers. */
  commit(): Promise<void>;
  /** Also where SQLite has ended the transaction by itself. */
  rollback(): Promise<void>;
}

/** Called as soon as COMMIT has succeeded; `wrote`: whether the transaction had other statements than SELECT. */
export type CommitListener = (wrote: boolean) => void;

const select = /^\s*select\b/i;

/** Whether a statement may change something, by its first word. */
export const mayWrite = (sql: string): boolean => !select.test(sql);

// biome-ignore lint/correctness/useYield: the type asks for a generator; nothing in Duet streams rows
export async function* noStream(): AsyncIterableIterator<never> {
  throw new Error('rows are not streamed');
}
