import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ExpectedFile } from './expected-files.ts';
import { BackupFault } from './fault.ts';

/** What a database file says of itself. */
export interface DatabaseFacts {
  /** Names of migrations. */
  readonly schema: readonly string[];
  readonly files: readonly ExpectedFile[];
  /** How many rows all tables have; only of a thorough check. */
  readonly rows?: number;
}

/** `copy` makes `path` from `from` first; without it `path` is only read and checked. */
export interface DatabaseJob {
  readonly path: string;
  readonly from: string | null;
  /** Whether every page and index is read, which takes long, and the rows are counted. */
  readonly thorough: boolean;
}

/** A fault is the database's; what the disk refused goes on as an error of the system. */
export type DatabaseAnswer =
  | DatabaseFacts
  | { readonly fault: string }
  | { readonly refused: { readonly message: string; readonly errcode?: number; readonly code?: string } };

async function inWorker(job: DatabaseJob): Promise<DatabaseFacts> {
  const worker = new Worker(new URL('./copied-database-worker.ts', import.meta.url), {
    workerData: job,
    name: 'backup',
    execArgv: [],
  });
  const [answer] = (await once(worker, 'message')) as [DatabaseAnswer];
  await worker.terminate();
  if ('refused' in answer) throw Object.assign(new Error(answer.refused.message), answer.refused);
  if ('fault' in answer) throw new BackupFault(answer.fault, { reason: 'siteDamaged' });
  return answer;
}

/**
 * Copies the database as one moment has it, beside a server that goes on writing, and checks the copy. Uploads that
 * are under way are left out of it, because their bytes are.
 */
export const copyDatabase = (from: string, to: string): Promise<DatabaseFacts> =>
  inWorker({ path: to, from, thorough: false });

/** Checks a copied database; throws a `BackupFault` where it is damaged. */
export const readCopiedDatabase = (
  path: string,
  { thorough = false }: { readonly thorough?: boolean } = {},
): Promise<DatabaseFacts> => inWorker({ path, from: null, thorough });
