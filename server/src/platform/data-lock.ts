import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { keepOwner } from './keep-owner.ts';

/** Another process holds the lock; the sentence says what it does. */
export class Locked extends Error {
  override readonly name = 'Locked';
}

/** https://sqlite.org/rescode.html */
const busy = 5;

/**
 * Takes a lock that the system gives back when the process ends, however it ends, so that no stale one can lie about:
 * SQLite's own, on an empty file. Throws `Locked` with `sentence` where another process has it.
 */
export function lockFile(path: string, sentence: string): Disposable {
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
    keepOwner(path);
  } catch (cause) {
    lock.close();
    if (((cause as { errcode?: number }).errcode ?? 0) % 256 !== busy) throw cause;
    throw new Locked(sentence, { cause });
  }
  return { [Symbol.dispose]: () => lock.close() };
}

/** Keeps a second server out of the data folder. */
export const lockDataDir = (dataDir: string): Disposable =>
  lockFile(
    join(dataDir, 'lock'),
    `Another Duet server uses the data folder ${dataDir}. Stop it, or set DUET_DATA_DIR to another folder.`,
  );
