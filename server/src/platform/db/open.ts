import type { Database } from './database.ts';
import { openPostgresDatabase } from './dialect/postgres.ts';
import { openSqliteDatabase } from './dialect/sqlite.ts';
import type { OpenDatabase } from './open-options.ts';

export function openDatabase(options: OpenDatabase): Promise<Database> {
  return options.url ? openPostgresDatabase(options, options.url) : openSqliteDatabase(options);
}
