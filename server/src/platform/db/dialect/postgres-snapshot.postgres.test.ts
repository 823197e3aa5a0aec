import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { createLog } from '../../log.ts';
import { postgresSnapshot } from './postgres-snapshot.ts';

it('fails where its connection is lost, and reads nothing of a later moment', async () => {
  await using database = await createTestDatabase();
  await using snapshot = await postgresSnapshot(database.url ?? '', createLog('silent'));
  const read = () => snapshot.reads.selectFrom('users').select('id').execute();
  expect(await read()).toEqual([]);
  const other = new pg.Client({ connectionString: database.url ?? '' });
  await other.connect();
  const { rowCount } = await other.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await other.end();
  expect(rowCount).toBeGreaterThan(0);
  await expect(read()).rejects.toThrow();
  await expect(read()).rejects.toThrow();
}, 60_000);
