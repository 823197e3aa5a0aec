import { closeSync, fsyncSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { openSqlite } from '../platform/db/dialect/sqlite-settings.ts';
import type { MediaRow } from '../platform/db/schema/media.ts';
import type { DatabaseAnswer, DatabaseJob } from './copied-database.ts';
import { expectedFiles } from './expected-files.ts';

/** Reads and copies a database file, as long as that takes, in a thread of its own. */
const { path, from, thorough } = workerData as DatabaseJob;

/** https://sqlite.org/rescode.html */
const sqliteFull = 13;

function copy(source: string): void {
  const db = openSqlite(source, 'read');
  try {
    db.prepare('vacuum into ?').run(path);
  } finally {
    db.close();
  }
  using copied = new DatabaseSync(path);
  copied.exec("delete from upload_sessions where state <> 'done'");
}

function flush(): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

function read(): DatabaseAnswer {
  using db = new DatabaseSync(path, { readOnly: true });
  const lines = db
    .prepare(thorough ? 'pragma integrity_check(10)' : 'pragma quick_check(10)')
    .all()
    .map((row) => `${Object.values(row)[0]}`);
  const faults = lines.filter((line) => line !== 'ok');
  const lost = db.prepare('pragma foreign_key_check').all();
  if (lost.length > 0) faults.push(`${lost.length} rows refer to rows that are not there`);
  if (faults.length > 0) return { fault: `${path} is damaged: ${faults.join('; ')}` };
  const schema = db.prepare('select name from migrations order by name').all();
  // An older site's table lacks what later migrations added.
  const rows = db.prepare("select * from media where state = 'ready' order by path").all();
  const files = rows.flatMap((row) => expectedFiles({ source_widths: '', ...row } as unknown as MediaRow));
  const facts = { schema: schema.map(({ name }) => `${name}`), files };
  return thorough ? { ...facts, rows: countRows(db) } : facts;
}

/** Reads each table from one end to the other. */
function countRows(db: DatabaseSync): number {
  const tables = db
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .all();
  return tables.reduce((sum, { name }) => {
    const { count } = db.prepare(`select count(*) as count from "${name}"`).get() as { count: number };
    return sum + count;
  }, 0);
}

function answer(): DatabaseAnswer {
  try {
    if (from !== null) {
      copy(from);
      flush();
    }
    return read();
  } catch (error) {
    const { message, code, errcode } = error as NodeJS.ErrnoException & { errcode?: number };
    if (errcode === undefined || (errcode & 0xff) === sqliteFull) {
      return { refused: { message, ...(code && { code }), ...(errcode && { errcode }) } };
    }
    return { fault: `${from ?? path} cannot be read: ${message}` };
  }
}

parentPort?.postMessage(answer());
