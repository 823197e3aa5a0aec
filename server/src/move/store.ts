import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Reads, Writes } from '../platform/db/database.ts';
import type { DialectName } from '../platform/db/migrations/migration.ts';

/** A value as both databases answer it: their texts, numbers and nulls are the same. */
type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;

export interface Table {
  readonly name: string;
  /** In the order of the alphabet. */
  readonly columns: readonly string[];
  /** The columns of the primary key, in its order. */
  readonly key: readonly string[];
  /** Tables whose rows have to be there before its own. */
  readonly refersTo: readonly string[];
}

interface ColumnRow {
  readonly table_name: string;
  readonly column_name: string;
  /** Its place in the primary key, from 1; 0 where it is in none. */
  readonly key_place: number;
}

interface ReferenceRow {
  readonly table_name: string;
  readonly refers_to: string;
}

const columnsOf: Readonly<Record<DialectName, RawBuilder<ColumnRow>>> = {
  sqlite: sql`select t.name as table_name, c.name as column_name, c.pk as key_place
    from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table' and t.name not like 'sqlite_%'`,
  postgres: sql`select c.table_name, c.column_name, coalesce(k.ordinal_position, 0) as key_place
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    left join information_schema.table_constraints p
      on p.table_schema = c.table_schema and p.table_name = c.table_name and p.constraint_type = 'PRIMARY KEY'
    left join information_schema.key_column_usage k
      on k.constraint_schema = p.constraint_schema and k.constraint_name = p.constraint_name
        and k.table_name = c.table_name and k.column_name = c.column_name
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'`,
};

const referencesOf: Readonly<Record<DialectName, RawBuilder<ReferenceRow>>> = {
  sqlite: sql`select t.name as table_name, f."table" as refers_to
    from sqlite_master t, pragma_foreign_key_list(t.name) f where t.type = 'table'`,
  postgres: sql`select source.relname as table_name, target.relname as refers_to from pg_constraint c
    join pg_class source on source.oid = c.conrelid join pg_class target on target.oid = c.confrelid
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`,
};

/** Every table, in no order. */
export async function findTables({ dialect, scan }: Database): Promise<Table[]> {
  const { rows: columns } = await columnsOf[dialect].execute(scan);
  const { rows: references } = await referencesOf[dialect].execute(scan);
  return [...Map.groupBy(columns, ({ table_name }) => table_name)].map(([name, its]) => ({
    name,
    columns: its.map(({ column_name }) => column_name).sort(),
    key: its
      .filter(({ key_place }) => Number(key_place) > 0)
      .sort((one, other) => Number(one.key_place) - Number(other.key_place))
      .map(({ column_name }) => column_name),
    refersTo: references.filter(({ table_name }) => table_name === name).map(({ refers_to }) => refers_to),
  }));
}

const list = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));
const values = (row: Row, columns: readonly string[]) =>
  sql.join(columns.map((column) => sql.val(row[column] ?? null)));

/** The rows behind one, in the order of the primary key as this database sorts it. */
export async function findRows(
  reads: Reads,
  { name, columns, key }: Table,
  after: Row | null,
  limit: number,
): Promise<Row[]> {
  const behind = after ? sql`where (${list(key)}) > (${values(after, key)})` : sql``;
  const { rows } = await sql<Row>`select ${list(columns)} from ${sql.table(name)} ${behind}
    order by ${list(key)} limit ${sql.lit(limit)}`.execute(reads);
  return rows;
}

/** SQLite takes 1,000 variables in a statement. */
const mostVariables = 900;

/** Rows in parts that a statement takes with so many variables for each. */
function* inParts(rows: readonly Row[], variables: number): Generator<readonly Row[]> {
  const size = Math.floor(mostVariables / variables);
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

/** Of these rows, by their primary keys, those that are there. */
export async function findSameRows(
  { dialect, scan }: Database,
  { name, columns, key }: Table,
  rows: readonly Row[],
): Promise<Row[]> {
  const found: Row[] = [];
  for (const part of inParts(rows, key.length)) {
    const same = await sql<Row>`select ${list(columns)} from ${sql.table(name)}
      where ${anyOf(dialect, key, part)}`.execute(scan);
    found.push(...same.rows);
  }
  return found;
}

function anyOf(dialect: DialectName, key: readonly string[], rows: readonly Row[]) {
  if (key.length === 1) return sql`${list(key)} in (${sql.join(rows.map((row) => values(row, key)))})`;
  const keys = sql.join(rows.map((row) => sql`(${values(row, key)})`));
  // SQLite takes rows only as a table, of which PostgreSQL would not know the types.
  return sql`(${list(key)}) in (${dialect === 'sqlite' ? sql`values ${keys}` : keys})`;
}

/** Writes rows that are not there yet. */
export async function insertRows(tx: Writes, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  for (const part of inParts(rows, columns.length)) {
    await sql`insert into ${sql.table(name)} (${list(columns)})
      values ${sql.join(part.map((row) => sql`(${values(row, columns)})`))}`.execute(tx);
  }
}

/** Writes a row over the one of the same primary key. */
export async function replaceRow(
  { dialect }: Database,
  tx: Writes,
  { name, columns, key }: Table,
  row: Row,
): Promise<void> {
  const others = columns.filter((column) => !key.includes(column));
  const update = sql.join(others.map((column) => sql`${sql.ref(column)} = ${row[column] ?? null}`));
  await sql`update ${sql.table(name)} set ${update} where ${anyOf(dialect, key, [row])}`.execute(tx);
}

export async function removeRows(
  { dialect }: Database,
  tx: Writes,
  { name, key }: Table,
  rows: readonly Row[],
): Promise<void> {
  for (const part of inParts(rows, key.length)) {
    await sql`delete from ${sql.table(name)} where ${anyOf(dialect, key, part)}`.execute(tx);
  }
}

/** A row by its primary key and by all that is in it, in a form that is the same on both databases. */
export const keyOf = ({ key }: Table, row: Row): string => JSON.stringify(key.map((column) => row[column]));
export const textOf = ({ columns }: Table, row: Row): string =>
  JSON.stringify(columns.map((column) => row[column]));

/** What has been seen of a table's rows: how many, and a sum of their SHA-256 in which no order counts. */
export class Checksum {
  rows = 0;
  readonly #sum = Buffer.alloc(32);

  add(text: string): void {
    this.rows += 1;
    const hash = createHash('sha256').update(text).digest();
    for (let at = 0, carry = 0; at < 32; at += 1) {
      const sum = (this.#sum[at] ?? 0) + (hash[at] ?? 0) + carry;
      this.#sum[at] = sum & 0xff;
      carry = sum >> 8;
    }
  }

  isSame(other: Checksum): boolean {
    return this.rows === other.rows && this.sum === other.sum;
  }

  /** Hex. */
  get sum(): string {
    return this.#sum.toString('hex');
  }
}

/** The keys of some files that a site's database says it has; none where it has none. */
export async function findSomeFiles(reads: Reads): Promise<string[]> {
  const rows = await reads
    .selectFrom('media')
    .select('path')
    .where('state', '=', 'ready')
    .orderBy('id')
    .limit(20)
    .execute();
  return rows.map(({ path }) => path);
}

/** Stands in a database while a site is being moved into it; its one row says into which store its files are brought. */
const unfinished = sql.table('unfinished_move');

export async function markUnfinished(tx: Writes, store: string): Promise<void> {
  await sql`create table if not exists ${unfinished} (store text)`.execute(tx);
  await sql`delete from ${unfinished}`.execute(tx);
  await sql`insert into ${unfinished} values (${store})`.execute(tx);
}

/** The store into which the files of an unfinished move are brought; null where a version before this one began it. */
export async function findUnfinishedStore(reads: Reads): Promise<string | null> {
  const { rows } = await sql<{ store?: string }>`select * from ${unfinished}`.execute(reads);
  return rows[0]?.store ?? null;
}

export async function markFinished(tx: Writes): Promise<void> {
  await sql`drop table if exists ${unfinished}`.execute(tx);
}
