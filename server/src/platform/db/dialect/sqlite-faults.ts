import type { DatabaseSync } from 'node:sqlite';
import { Failure } from '../../failure.ts';
import { closedRetrySeconds, closedSite } from '../closed-site.ts';
import { CheckViolation, ForeignKeyViolation, UniqueViolation } from '../violations.ts';
import type { StatementFault } from './sqlite-messages.ts';

/** https://sqlite.org/rescode.html */
const code = { busy: 5, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 } as const;
const constraint = { check: 275, foreignKey: 787, primaryKey: 1555, unique: 2067, rowId: 2579 } as const;
const uniqueCodes: readonly number[] = [constraint.primaryKey, constraint.unique, constraint.rowId];

/** An error of node:sqlite in plain values. Runs in the thread of the connection. */
export function faultOf(error: unknown, db: DatabaseSync): StatementFault {
  const { message, errcode = 0 } = error as { message: string; errcode?: number };
  if (uniqueCodes.includes(errcode)) return { message, errcode, constraint: uniqueName(message, db) };
  if (errcode === constraint.check) {
    return { message, errcode, constraint: message.replace('CHECK constraint failed: ', '') };
  }
  return { message, errcode };
}

/**
 * SQLite names the columns (`UNIQUE constraint failed: users.a, users.b`) or an index on expressions; Duet asks for
 * names. Unnamed constraints get those of PostgreSQL: `users_a_b_key`, `users_pkey`.
 */
function uniqueName(message: string, db: DatabaseSync): string {
  const index = /index '(.+)'$/.exec(message);
  if (index?.[1]) return index[1];
  const columns = message
    .slice(message.indexOf(': ') + 2)
    .split(', ')
    .map((column) => column.slice(column.indexOf('.') + 1));
  const table = message.slice(message.indexOf(': ') + 2).split('.', 1)[0] ?? '';
  const indexes = db
    .prepare('select name, origin from pragma_index_list(?) where "unique" = 1')
    .all(table) as { name: string; origin: string }[];
  const found = indexes.find(({ name }) => {
    const parts = db.prepare('select name from pragma_index_info(?) order by seqno').all(name);
    return parts.map((part) => part.name).join() === columns.join();
  });
  if (found?.origin === 'c') return found.name;
  return found?.origin === 'u' ? `${table}_${columns.join('_')}_key` : `${table}_pkey`;
}

/** The fault as the program's error: a broken rule, a failure for a person, or what it is. */
export function errorOf(fault: StatementFault, sql: string): Error {
  const cause = new SqliteError(fault, sql);
  if (uniqueCodes.includes(fault.errcode)) return new UniqueViolation(fault.constraint ?? '', cause);
  if (fault.errcode === constraint.check) return new CheckViolation(fault.constraint ?? '', cause);
  if (fault.message === closedSite)
    return new Failure('READ_ONLY', { retryAfterSeconds: closedRetrySeconds, cause });
  if (fault.errcode === constraint.foreignKey) return new ForeignKeyViolation(cause);
  const primary = fault.errcode & 0xff;
  if (primary === code.full) return new Failure('STORAGE_FULL', { log: fault.message, cause });
  if (primary === code.busy) return new Failure('OVERLOADED', { log: fault.message, cause });
  return cause;
}

/** Whether another process holds the lock. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Failure && error.code === 'OVERLOADED' && error.cause instanceof SqliteError;

/** Whether SQLite itself found the disk full; a rule may say STORAGE_FULL as well. */
export const isFull = (error: unknown): boolean =>
  error instanceof Failure && error.code === 'STORAGE_FULL' && error.cause instanceof SqliteError;

export const isDiskFailure = (error: unknown): boolean => error instanceof SqliteError && error.isDiskFailure;

export class SqliteError extends Error {
  override readonly name = 'SqliteError';
  readonly errcode: number;
  readonly sql: string;

  constructor(fault: StatementFault, sql: string) {
    super(fault.message);
    this.errcode = fault.errcode;
    this.sql = sql;
  }

  /** The disk or the file failed: nothing that is answered from now on could be believed. */
  get isDiskFailure(): boolean {
    const primary = this.errcode & 0xff;
    return [code.ioError, code.corrupt, code.cannotOpen, code.notADatabase].some((bad) => bad === primary);
  }
}
