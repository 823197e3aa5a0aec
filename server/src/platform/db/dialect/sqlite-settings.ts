import { DatabaseSync } from 'node:sqlite';

/** Older ones can damage a write-ahead log under two writers (security.md). */
const oldestSqlite = [3, 51, 3] as const;

export function checkSqliteVersion(version: string): void {
  const parts = version.split('.').map(Number);
  for (const [index, wanted] of oldestSqlite.entries()) {
    const have = parts[index] ?? 0;
    if (have > wanted) return;
    if (have < wanted) {
      throw new Error(
        `SQLite ${version} is too old: Duet needs ${oldestSqlite.join('.')} or newer (newer Node.js).`,
      );
    }
  }
}

/** How long a statement waits for a lock of another process. */
export const busyMs = 5000;

/**
 * So many KiB of pages a connection keeps to itself. Whatever else is read of the file, the system has: 2 µs a page. The one that
 * reads for everybody has most; a server has all four.
 */
const cached = { main: { read: 8192, write: 4096 }, thread: { read: 2048, write: 2048 } } as const;

/**
 * Opens the file with the settings of security.md §5; the first writer turns on the write-ahead log. In a `thread` SQLite
 * itself waits for locks and flushes each commit; on the `main` thread neither may hold up the event loop
 * (`MainThreadConnection`, `SharedFlush`). Checkpoints are asked for (`Checkpoints`).
 */
export function openSqlite(
  path: string,
  access: 'write' | 'read',
  where: 'thread' | 'main' = 'thread',
): DatabaseSync {
  const db = new DatabaseSync(path, {
    readOnly: access === 'read',
    timeout: busyMs,
    enableForeignKeyConstraints: true,
    limits: { sqlLength: 100 * 1024, variableNumber: 1000, exprDepth: 100, attach: 1 },
  });
  db.enableDefensive(true);
  if (access === 'write') {
    db.exec(`pragma journal_mode = WAL; pragma synchronous = ${where === 'thread' ? 'FULL' : 'NORMAL'};
      pragma wal_autocheckpoint = 0; pragma journal_size_limit = 67108864; pragma secure_delete = FAST;`);
  }
  db.exec(`pragma trusted_schema = OFF; pragma cell_size_check = ON; pragma mmap_size = 0;
    pragma temp_store = MEMORY; pragma cache_size = -${cached[where][access]};`);
  if (where === 'main') db.exec('pragma busy_timeout = 0');
  return db;
}
