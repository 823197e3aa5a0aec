import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { StatementResult } from './sqlite-messages.ts';

type Row = Record<string, SQLOutputValue>;

interface Prepared {
  readonly statement: StatementSync;
  /** Null for one that returns no rows. */
  shape: Shape | null;
}

/** The columns of a statement, and a row of them without values. */
interface Shape {
  readonly columns: readonly string[];
  readonly empty: Readonly<Row>;
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
    const prepared = this.#prepare(sql);
    if (!prepared.shape) return { rows: [], changes: Number(prepared.statement.run(...parameters).changes) };
    const rows = rowsOf(prepared, prepared.shape, parameters);
    return { rows, changes: rows.length };
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known) {
      this.#prepared.delete(sql);
      this.#prepared.set(sql, known);
      return known;
    }
    const statement = this.#db.prepare(sql);
    const shape = shapeOf(statement);
    if (shape) statement.setReturnArrays(true);
    const fresh = { statement, shape };
    this.#prepared.set(sql, fresh);
    const [oldest] = this.#prepared.keys();
    if (this.#prepared.size > keptStatements && oldest !== undefined) this.#prepared.delete(oldest);
    return fresh;
  }
}

function shapeOf(statement: StatementSync): Shape | null {
  const columns = statement.columns().map(({ name }) => name);
  return columns.length === 0
    ? null
    : { columns, empty: Object.fromEntries(columns.map((name) => [name, null])) };
}

/**
 * Objects that share one hidden class of V8. Those that Node makes are dictionaries, which take twice the memory and a fifth
 * more time.
 */
function rowsOf(prepared: Prepared, shape: Shape, parameters: readonly SQLInputValue[]): Row[] {
  const found = prepared.statement.all(...parameters) as unknown as SQLOutputValue[][];
  let { columns, empty } = shape;
  // SQLite prepares `select *` anew by itself once the table has another column.
  if (found[0] && found[0].length !== columns.length) {
    prepared.shape = shapeOf(prepared.statement);
    ({ columns, empty } = prepared.shape ?? shape);
  }
  return found.map((values) => {
    const row: Row = { ...empty };
    for (let index = 0; index < columns.length; index += 1) {
      row[columns[index] as string] = values[index] as SQLOutputValue;
    }
    return row;
  });
}
