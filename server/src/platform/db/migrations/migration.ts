import type { CreateTableBuilder, Kysely } from 'kysely';

export type DialectName = 'sqlite' | 'postgres';

/**
 * The column types that both databases have. On SQLite they are those that STRICT tables know.
 * Booleans are 0 and 1, times are whole milliseconds since 1970, JSON is text that the program reads.
 */
export interface ColumnTypes {
  readonly id: 'text';
  readonly text: 'text';
  readonly json: 'text';
  readonly time: 'integer' | 'bigint';
  readonly integer: 'integer' | 'bigint';
  readonly bool: 'integer' | 'smallint';
  /** A floating-point number, such as a duration in seconds. */
  readonly real: 'real' | 'double precision';
}

/** What a migration works with; everything it does is one transaction, together with its own record. */
export interface Migration {
  readonly db: Kysely<unknown>;
  readonly dialect: DialectName;
  readonly types: ColumnTypes;
  /** `db.schema.createTable`, and STRICT on SQLite. */
  table(name: string): CreateTableBuilder<string, never>;
  /** One statement in words of SQL that both databases know. */
  run(statement: string): Promise<void>;
}

/** A migration's file exports `up`; it never imports live code, so that it means the same in ten years. */
export type Up = (migration: Migration) => Promise<void>;
