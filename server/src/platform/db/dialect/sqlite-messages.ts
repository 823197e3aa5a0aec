import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';

/**
 * What the main thread asks of a SQLite worker. `begin` opens a transaction before the statement; `inside` refuses
 * it where the transaction has ended by itself, as a full disk ends it.
 */
export interface StatementMessage {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly SQLInputValue[];
  readonly transaction: 'none' | 'begin' | 'inside';
}

/** A failed statement in plain values; `constraint` is found out where the connection is. */
export interface StatementFault {
  readonly message: string;
  /** SQLite's extended result code, 0 where the error is not SQLite's. */
  readonly errcode: number;
  readonly constraint?: string;
}

export interface StatementResult {
  readonly rows: readonly Record<string, SQLOutputValue>[];
  readonly changes: number;
}

export type StatementAnswer = { readonly id: number } & (
  | StatementResult
  | { readonly fault: StatementFault }
);

export interface WorkerSettings {
  readonly path: string;
  readonly access: 'write' | 'read';
}
