import { parentPort, workerData } from 'node:worker_threads';
import { releaseMemory } from '../../release-memory.ts';
import { faultOf } from './sqlite-faults.ts';
import type {
  StatementAnswer,
  StatementMessage,
  StatementResult,
  WorkerSettings,
} from './sqlite-messages.ts';
import { openSqlite } from './sqlite-settings.ts';
import { Statements } from './sqlite-statements.ts';

/** One connection in a thread of its own: statements in, rows out, in order. */
const settings = workerData as WorkerSettings;
const db = openSqlite(settings.path, settings.access, 'thread');
const statements = new Statements(db);

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
  return statements.execute(sql, parameters);
}

function answer(message: StatementMessage): StatementAnswer {
  try {
    return { id: message.id, ...execute(message) };
  } catch (error) {
    return { id: message.id, fault: faultOf(error, db) };
  }
}

parentPort?.on('message', (message: StatementMessage) => parentPort?.postMessage(answer(message)));
// What its start has left is 10 MB, which V8 would keep until the thread ends.
releaseMemory();
