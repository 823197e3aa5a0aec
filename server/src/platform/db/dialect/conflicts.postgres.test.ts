import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { createLog } from '../../log.ts';
import type { Database, Reads } from '../database.ts';
import { migrations } from '../migrations/index.ts';
import { openDatabase } from '../open.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const open = (): Promise<Database> =>
  openDatabase({
    dataDir: '/nowhere',
    url: database.url ?? '',
    migrations,
    log: createLog('silent'),
    onDiskFailure: () => {},
    exclusive: false,
  });

const lineOf = async (reads: Reads): Promise<number> => {
  const { line } = await reads.selectFrom('site_settings').select('line').executeTakeFirstOrThrow();
  return Number(line);
};

it('of many servers that change one row are settled in turn, so that few transactions run often', async () => {
  await using servers = new AsyncDisposableStack();
  const five = await Promise.all(Array.from({ length: 5 }, open));
  for (const db of five) servers.use(db);
  let runs = 0;
  const count = async (db: Database) => {
    for (let n = 0; n < 4; n += 1) {
      await db.write(async (tx) => {
        runs += 1;
        const line = await lineOf(tx);
        await wait(5);
        await tx
          .updateTable('site_settings')
          .set({ line: `${line + 1}` })
          .execute();
      });
    }
  };
  await Promise.all(five.flatMap((db) => Array.from({ length: 5 }, () => count(db))));
  const changes = 5 * 5 * 4;
  const [{ read }] = five as [Database];
  expect(await lineOf(read)).toBe(changes);
  // Once in vain and once in turn; while each server tried by itself up to four times, and some changes were refused.
  expect(runs).toBeLessThan(changes * 2.6);
}, 60_000);
