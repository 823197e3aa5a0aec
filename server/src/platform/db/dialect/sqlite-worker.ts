import type { StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { faultOf } from './sqlite-faults.ts';
import type {
  StatementAnswer,
  StatementMessage,
  StatementResult,
  WorkerSettings,
} from './sqlite-messages.ts';
import { openSqlite } from './sqlite-settings.ts';

/** One connection in a thread of its own: statements in, rows out, in order. */
const settings = workerData as WorkerSettings;
const db = openSqlite(settings.path, settings.access);

interface Prepared {
  readonly statement: StatementSync;
  readonly returnsRows: boolean;
}

const keptStatements = 300;
const prepared = new Map<string, Prepared>();

/** The statement from the cache, the oldest of which makes room for a new one. */
function prepare(sql: string): Prepared {
  const known = prepared.get(sql);
  if (known) {
    prepared.delete(sql);
    prepared.set(sql, known);
    return known;
  }
  const statement = db.prepare(sql);
  const fresh = { statement, returnsRows: statement.columns().length > 0 };
  prepared.set(sql, fresh);
  const [oldest] = prepared.keys();
  if (prepared.size > keptStatements && oldest !== undefined) prepared.delete(oldest);
  return fresh;
}

const nothing: StatementResult = { rows: [], changes: 0 };

function execute({ sql, parameters, transaction }: StatementMessage): StatementResult {
  if (sql === 'close') {
    db.close();
    return nothing;
  }
  if (sql === 'rollback') {
    // Some errors, such as a full disk, have ended the transaction already.
    if (db.isTransaction) db.exec('rollback');
    return nothing;
  }
  if (transaction === 'begin') db.exec('begin immediate');
  if (transaction === 'inside' && !db.isTransaction) throw new Error('SQLite has ended the transaction');
  const { statement, returnsRows } = prepare(sql);
  if (returnsRows) {
    const rows = statement.all(...parameters);
    return { rows, changes: rows.length };
  }
  return { rows: [], changes: Number(statement.run(...parameters).changes) };
}

function answer(message: StatementMessage): StatementAnswer {
  try {
    return { id: message.id, ...execute(message) };
  } catch (error) {
    return { id: message.id, fault: faultOf(error, db) };
  }
}

parentPort?.on('message', (message: StatementMessage) => parentPort?.postMessage(answer(message)));
parentPort?.postMessage({ id: 0, ...nothing } satisfies StatementAnswer);
