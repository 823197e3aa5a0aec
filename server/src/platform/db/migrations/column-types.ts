import type { ColumnTypes, DialectName } from './migration.ts';

const sqlite: ColumnTypes = {
  id: 'text',
  text: 'text',
  json: 'text',
  time: 'integer',
  integer: 'integer',
  bool: 'integer',
  real: 'real',
};

const postgres: ColumnTypes = {
  id: 'text',
  text: 'text',
  json: 'text',
  time: 'bigint',
  integer: 'bigint',
  bool: 'smallint',
  real: 'double precision',
};

export const columnTypes: Readonly<Record<DialectName, ColumnTypes>> = { sqlite, postgres };
