import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { StatementResult } from './sqlite-messages.ts';

interface Prepared {
  readonly statement: StatementSync;
  readonly returnsRows: boolean;
}

const keptStatements = 300;

/** The prepared statements of a connection, one for each text; the one unused for longest makes room for a new one. */
export class Statements {
  readonly #db: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  execute(sql: string, parameters: readonly SQLInputValue[]): StatementResult {
    const { statement, returnsRows } = this.#prepare(sql);
    if (returnsRows) {
      const rows = statement.all(...parameters);
      return { rows, changes: rows.length };
    }
    return { rows: [], changes: Number(statement.run(...parameters).changes) };
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known) {
      this.#prepared.delete(sql);
      this.#prepared.set(sql, known);
      return known;
    }
    const statement = this.#db.prepare(sql);
    const fresh = { statement, returnsRows: statement.columns().length > 0 };
    this.#prepared.set(sql, fresh);
    const [oldest] = this.#prepared.keys();
    if (this.#prepared.size > keptStatements && oldest !== undefined) this.#prepared.delete(oldest);
    return fresh;
  }
}
