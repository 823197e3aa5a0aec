import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type Dialect = 'sqlite' | 'postgres';
type Value = string | number | null;

/** Where a seed is written to. */
export interface SeedDatabase {
  exec(sql: string): Promise<void>;
  /** `into`: a table and its columns in parentheses. */
  insert(into: string, rows: readonly (readonly Value[])[]): Promise<void>;
}

/** What the two databases say differently, or only at length. */
export interface Words {
  /** An id as `idOf` writes them, of two expressions of whole numbers. */
  idSql(time: string, n: string): string;
  /** Begins a statement that selects from `numbers`, which has `i` from 0 to `count - 1`. */
  numbers(count: number): string;
}

const wordsWith = (hex: (number: string, digits: number) => string): Words => ({
  idSql: (time, n) =>
    `${hex(`${time} / 65536`, 8)} || '-' || ${hex(`${time} % 65536`, 4)} || '-7000-8000-' || ${hex(n, 12)}`,
  numbers: (count) =>
    `with recursive numbers(i) as (select cast(0 as bigint) union all select i + 1 from numbers where i < ${count - 1})`,
});

export const sqliteWords = wordsWith((number, digits) => `printf('%0${digits}x', ${number})`);
export const postgresWords = wordsWith((number, digits) => `lpad(to_hex(${number}), ${digits}, '0')`);

const rowsPerStatement = 500;

const literal = (value: Value): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);

export function seedDatabase(exec: (sql: string) => Promise<void>): SeedDatabase {
  return {
    exec,
    async insert(into, rows) {
      for (let at = 0; at < rows.length; at += rowsPerStatement) {
        const some = rows.slice(at, at + rowsPerStatement).map((row) => `(${row.map(literal).join(', ')})`);
        await exec(`insert into ${into} values ${some.join(', ')}`);
      }
    },
  };
}

/** Fills the database of a stopped server in one transaction that waits for no disk. */
export async function fillSqlite(
  dataFolder: string,
  fill: (database: SeedDatabase) => Promise<void>,
): Promise<void> {
  const database = new DatabaseSync(join(dataFolder, 'duet.db'), { enableForeignKeyConstraints: false });
  database.exec('pragma journal_mode = memory; pragma synchronous = off; pragma cache_size = -400000; begin');
  await fill(seedDatabase(async (sql) => database.exec(sql)));
  database.exec('commit; pragma journal_mode = wal');
  database.close();
}
