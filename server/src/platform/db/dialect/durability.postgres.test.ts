import { Kysely, PostgresDialect } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { createLog } from '../../log.ts';
import type { Schema } from '../schema.ts';
import { checkDurability } from './postgres.ts';
import { postgresPool } from './postgres-pool.ts';

describe('PostgreSQL', () => {
  it.each([
    [
      'synchronous_commit',
      'off',
      /synchronous_commit = off and may lose answered writes; set it to on or remote_apply/,
    ],
    ['synchronous_commit', 'local', /synchronous_commit = local/],
    ['synchronous_commit', 'remote_apply', null],
  ])('with %s = %s', async (name, value, refusal) => {
    await using database = await createTestDatabase('empty');
    const url = `${database.url}?options=${encodeURIComponent(`-c ${name}=${value}`)}`;
    const pool = postgresPool(url, 1, 'write', createLog('silent'));
    const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
    const check = checkDurability(db);
    if (refusal) await expect(check).rejects.toThrow(refusal);
    else await check;
    await db.destroy();
  });
});
