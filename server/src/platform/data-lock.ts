import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Keeps a second server out of the data folder. The lock is SQLite's own on an empty file: the system gives it
 * back when the process ends, however it ends, so that no stale one can lie about.
 */
export function lockDataDir(dataDir: string): Disposable {
  const lock = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 });
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (cause) {
    lock.close();
    throw new Error(
      `Another Duet server uses the data folder ${dataDir}. Stop it, or set DUET_DATA_DIR to another folder.`,
      { cause },
    );
  }
  return { [Symbol.dispose]: () => lock.close() };
}
