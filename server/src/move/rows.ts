import type { Database } from '../platform/db/database.ts';
import { ForeignKeyViolation, UniqueViolation } from '../platform/db/violations.ts';
import {
  Checksum,
  findRows,
  findSameRows,
  findTables,
  insertRows,
  keyOf,
  type Row,
  removeRows,
  replaceRow,
  type Table,
  textOf,
} from './store.ts';

/** Rows that are read, compared and written at a time. */
const batchRows = 400;

/** Both ends of a move. */
export interface Ends {
  readonly from: Database;
  readonly to: Database;
}

/**
 * What is not taken along: the record of migrations and the leases of jobs, which each database has for itself; the secrets,
 * which are encrypted with another key there; uploads that are not done, whose bytes lie in another form in another store.
 */
const left: ReadonlySet<string> = new Set([
  'migrations',
  'jobs',
  'rate_limits',
  'site_secrets',
  'upload_chunks',
  'unfinished_move',
]);
const isLeft = (table: Table, row: Row): boolean => table.name === 'upload_sessions' && row.state !== 'done';

/** The tables that are moved, each behind those that it refers to. Throws where the two ends have not the same. */
export async function tablesOf({ from, to }: Ends): Promise<Table[]> {
  const [here, there] = [await findTables(from), await findTables(to)];
  const moved = here.filter(({ name }) => !left.has(name));
  for (const table of moved) {
    const other = there.find(({ name }) => name === table.name);
    const same = other && [other.columns, other.key].join(' ') === [table.columns, table.key].join(' ');
    if (!same || table.key.length === 0)
      throw new Error(`the table ${table.name} is not the same at both ends`);
  }
  return inOrder(moved);
}

function inOrder(tables: readonly Table[]): Table[] {
  const done: Table[] = [];
  const isDone = (name: string) =>
    done.some((one) => one.name === name) || !tables.some((one) => one.name === name);
  while (done.length < tables.length) {
    const next = tables.filter(
      (table) => !done.includes(table) && table.refersTo.every((name) => name === table.name || isDone(name)),
    );
    if (next.length === 0) throw new Error('tables refer to each other in a circle');
    done.push(...next.sort((one, other) => (one.name < other.name ? -1 : 1)));
  }
  return done;
}

/** Every row of a table, a batch at a time. */
async function* batches(db: Database, table: Table): AsyncGenerator<Row[]> {
  for (let after: Row | null = null; ; ) {
    const rows: Row[] = await findRows(db.scan, table, after, batchRows);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < batchRows) return;
    after = last;
  }
}

/**
 * Brings the rows of a table over that are not the same at the other end. While the site runs, rows may refer to some that
 * came after their table was copied, or have taken a name that a row there still has: then their batch waits for the pause.
 */
export async function copyRows(
  { from, to }: Ends,
  table: Table,
  site: 'running' | 'closed',
): Promise<Copied> {
  let copied = 0;
  const checksum = new Checksum();
  for await (const all of batches(from, table)) {
    const rows = all.filter((row) => !isLeft(table, row));
    for (const row of rows) checksum.add(textOf(table, row));
    const there = await sameRows(to, table, rows);
    const fresh = rows.filter((row) => !there.has(keyOf(table, row)));
    const changed = rows.filter((row) => {
      const known = there.get(keyOf(table, row));
      return known !== undefined && known !== textOf(table, row);
    });
    if (fresh.length + changed.length === 0) continue;
    try {
      await to.write(
        async (tx) => {
          for (const row of changed) await replaceRow(to, tx, table, row);
          if (fresh.length > 0) await insertRows(tx, table, fresh);
        },
        { long: true },
      );
    } catch (error) {
      const early = error instanceof ForeignKeyViolation || error instanceof UniqueViolation;
      if (site === 'running' && early) continue;
      throw error;
    }
    copied += fresh.length + changed.length;
  }
  return { copied, checksum };
}

interface Copied {
  /** How many rows were not the same. */
  readonly copied: number;
  /** Of all rows here. */
  readonly checksum: Checksum;
}

/** Removes the rows at the other end that are not here any more; answers how many. */
export async function pruneRows({ from, to }: Ends, table: Table): Promise<number> {
  let removed = 0;
  for await (const rows of batches(to, table)) {
    const here = await sameRows(from, table, rows);
    const gone = rows.filter((row) => isLeft(table, row) || !here.has(keyOf(table, row)));
    if (gone.length === 0) continue;
    await to.write((tx) => removeRows(to, tx, table, gone), { long: true });
    removed += gone.length;
  }
  return removed;
}

/** Of these rows those that a database has, by their primary keys. */
async function sameRows(db: Database, table: Table, rows: readonly Row[]): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const found = await findSameRows(db, table, rows);
  return new Map(
    found.filter((row) => !isLeft(table, row)).map((row) => [keyOf(table, row), textOf(table, row)]),
  );
}

/** Of the rows that a table has at an end. */
export async function checksumOf(db: Database, table: Table): Promise<Checksum> {
  const checksum = new Checksum();
  for await (const rows of batches(db, table)) {
    for (const row of rows) if (!isLeft(table, row)) checksum.add(textOf(table, row));
  }
  return checksum;
}
