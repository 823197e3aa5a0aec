import type { Changes } from './changes.ts';
import type { PendingWrite } from './pending-write.ts';
import type { Queries } from './queries.ts';

/** A connection that has one transaction at a time. */
export interface TransactionConnection {
  /** Runs statements on it. */
  readonly db: Queries;
  begin(): Promise<void>;
  commit(): Promise<void>;
  /** Also where the database has ended the transaction by itself; never rejects. */
  rollback(): Promise<void>;
}

/** One in whose transaction several works run one after the other. */
export interface SharedConnection extends TransactionConnection {
  /** What comes from here on can be taken back by itself. */
  savepoint(): Promise<void>;
  releaseSavepoint(): Promise<void>;
  rollbackToSavepoint(): Promise<void>;
  /** Why the work since the savepoint cannot stay, though it may have gone on: one of its statements has failed. */
  readonly failure: { readonly error: unknown } | null;
  /** Whether the others can stay, once the work that failed with this error is rolled back to the savepoint. */
  survives(error: unknown): boolean;
}

/** What came of a transaction: the works that were in it, and why it was rolled back as a whole. */
export interface Together {
  readonly writes: readonly PendingWrite[];
  readonly failure?: { readonly error: unknown };
}

/** Told of what each work has written, once it is over: also where that failed, because a lost answer may have been a commit. */
type EmitChanges = (changes: Changes) => void;

interface Sharing {
  /** The next work; undefined where the transaction is to end. */
  readonly next: () => PendingWrite | undefined;
  readonly emitChanges: EmitChanges;
}

/** Runs one work in a transaction of its own; it has failed where the transaction has. Does not settle it. */
export async function runAlone(
  connection: TransactionConnection,
  write: PendingWrite,
  emitChanges: EmitChanges,
): Promise<void> {
  try {
    await connection.begin();
    if (!(await write.run(connection.db))) throw write.error;
    await connection.commit();
  } catch (error) {
    await connection.rollback();
    write.fail(error);
  }
  if (write.changes) emitChanges(write.changes);
}

/**
 * Runs works one after the other in one transaction, so that they share its commit. What one that fails has done is taken back to where
 * it began, and the others go on: each sees what those before it have done, as if each had a transaction of its own. Nobody has an
 * answer before the commit. Settles nothing: where it fails as a whole, who called decides which works run again.
 */
export async function runTogether(
  connection: SharedConnection,
  { next, emitChanges }: Sharing,
): Promise<Together> {
  const writes: PendingWrite[] = [];
  let failure: Together['failure'];
  try {
    for (let write = next(); write; write = next()) {
      const isFirst = writes.push(write) === 1;
      // The first one is taken back with the whole.
      await (isFirst ? connection.begin() : connection.savepoint());
      const wentWell = await write.run(connection.db);
      const broken = connection.failure;
      if (wentWell && !broken) {
        if (!isFirst) await connection.releaseSavepoint();
        continue;
      }
      if (wentWell) write.fail(broken?.error);
      if (!connection.survives(write.error)) throw broken?.error ?? write.error;
      if (isFirst) throw write.error;
      await connection.rollbackToSavepoint();
    }
    if (writes.length > 0) await connection.commit();
  } catch (error) {
    await connection.rollback();
    failure = { error };
  }
  for (const { changes } of writes) if (changes) emitChanges(changes);
  return { writes, ...(failure ? { failure } : {}) };
}
