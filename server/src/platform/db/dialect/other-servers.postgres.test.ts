import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { eventually } from '../../../../test/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { createLog } from '../../log.ts';
import type { Changes } from '../changes.ts';
import type { Database } from '../database.ts';
import { migrations } from '../migrations/index.ts';
import { openDatabase } from '../open.ts';
import { OtherServers } from './postgres-other-servers.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** One of several servers on the database, and what it was told of, once it listens. */
async function open() {
  const db = await openDatabase({
    dataDir: '/nowhere',
    url: database.url ?? '',
    migrations,
    log: createLog('silent'),
    onDiskFailure: () => {},
    exclusive: false,
  });
  const told: Changes[] = [];
  db.commits.subscribe((changes) => void told.push(changes));
  db.lookForOtherPrograms();
  // The first look, and the connection that listens from then on.
  await eventually(() => expect(told).toEqual(['everything', 'everything']));
  told.length = 0;
  return { db, told, [Symbol.asyncDispose]: () => db[Symbol.asyncDispose]() };
}

/** Changes nothing, as far as the table goes, but says so of these people. */
const touch = (db: Database, ids: readonly string[] | null): Promise<void> =>
  db.write(async (tx) => {
    if (ids) tx.concerns('users', ids);
    await tx.updateTable('users').set({ language: 'en' }).where('id', 'in', ['nobody']).execute();
  });

it('is told of what another server has changed before that one answers, and of its own once', async () => {
  await using one = await open();
  await using other = await open();
  await touch(one.db, ['a', 'b']);
  await other.db.syncOtherPrograms();
  expect(other.told).toEqual([new Map([['users', new Set(['a', 'b'])]])]);
  await touch(other.db, null);
  await one.db.syncOtherPrograms();
  await other.db.syncOtherPrograms();
  expect(one.told).toEqual([new Map([['users', new Set(['a', 'b'])]]), new Map([['users', 'all']])]);
  expect(other.told).toEqual(one.told);
});

it('is told by one statement of what many transactions have changed, and of everything where that is long', async () => {
  await using one = await open();
  await using other = await open();
  await Promise.all(Array.from({ length: 20 }, (_, n) => touch(one.db, [`${n}`])));
  await touch(
    one.db,
    Array.from({ length: 1000 }, (_, n) => `a-long-id-${n}`),
  );
  await other.db.syncOtherPrograms();
  expect(other.told).toHaveLength(21);
  expect(other.told.at(-1)).toBe('everything');
});

it('takes everything for changed while it does not hear, and hears again', async () => {
  await using one = await open();
  await using other = await open();
  const client = new pg.Client({ connectionString: database.url ?? '' });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
     and query in ('listen duet_changes', 'select 1') and pid <> pg_backend_pid()`,
  );
  await client.end();
  // As soon as it knows, at each look until it listens anew.
  const everything = () => other.told.filter((changes) => changes === 'everything').length;
  await vi.waitFor(
    () => {
      other.db.lookForOtherPrograms();
      expect(everything()).toBeGreaterThan(2);
    },
    { timeout: 5000, interval: 5 },
  );
  await eventually(async () => {
    const before = everything();
    await other.db.syncOtherPrograms();
    expect(everything()).toBe(before);
  });
  await touch(one.db, ['c']);
  await eventually(async () => {
    await other.db.syncOtherPrograms();
    expect(other.told).toContainEqual(new Map([['users', new Set(['c'])]]));
  });
});

it('takes nothing for changed while it hears', async () => {
  await using one = await open();
  const since = performance.now();
  let looks = 0;
  await vi.waitFor(
    () => {
      one.db.lookForOtherPrograms();
      looks += 1;
      expect(performance.now() - since).toBeGreaterThan(1500);
    },
    { timeout: 5000, interval: 20 },
  );
  expect(looks).toBeGreaterThan(20);
  expect(one.told).toEqual([]);
  await sql`select 1`.execute(one.db.read);
});

it('tells with the next change what could not be sent', async () => {
  const sent: string[][] = [];
  let away = true;
  await using others = new OtherServers({
    url: database.url ?? '',
    log: createLog('silent'),
    send: async (_channel, payloads) => {
      if (away) throw new Error('the database is away');
      sent.push(payloads.map((payload) => JSON.parse(payload).changes));
    },
    onChanges: () => {},
  });
  await expect(others.announce(new Map([['users', new Set(['a'])]]))).rejects.toThrow('away');
  away = false;
  await others.announce('everything');
  expect(sent).toEqual([[{ users: ['a'] }, 'everything']]);
});
