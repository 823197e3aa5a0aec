import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { createLog } from '../log.ts';
import { PostgresRealtime } from './postgres.ts';
import type { Realtime, Signal } from './realtime.ts';

const log = createLog('silent');
const heard = async () => {};
let database: TestDatabase;
let url: string;
beforeAll(async () => {
  database = await createTestDatabase('empty');
  url = database.url ?? '';
});
afterAll(() => database[Symbol.asyncDispose]());

/** One server's ear. */
class Ear {
  readonly received: Signal[] = [];
  gaps = 0;

  constructor(realtime: Realtime) {
    realtime.subscribe({
      signal: (signal) => this.received.push(signal),
      gap: () => {
        this.gaps += 1;
      },
    });
  }
}

const post = (id: string): Signal => ({ type: 'post', id });

beforeEach(async (context) => {
  const [one, other] = [new PostgresRealtime(url, log, heard), new PostgresRealtime(url, log, heard)];
  context.onTestFinished(async () => {
    await Promise.all([one[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]);
  });
  Object.assign(context, { one, other });
});

interface Servers {
  one: PostgresRealtime;
  other: PostgresRealtime;
}

it('carries signals from one server to the other in order, and tells its own at once and once', async (context) => {
  const { one, other } = context as unknown as Servers;
  const [here, there] = [new Ear(one), new Ear(other)];
  await expect.poll(() => [here.gaps, there.gaps]).toEqual([1, 1]);
  const signals = Array.from({ length: 500 }, (_, n) => post(`post-${n}`));
  for (const signal of signals) one.publish(signal);
  expect(here.received).toEqual(signals);
  await expect.poll(() => there.received.length).toBe(500);
  expect(there.received).toEqual(signals);
  other.publish({ type: 'activity' });
  await expect.poll(() => here.received.length).toBe(501);
  expect(here.received.at(-1)).toEqual({ type: 'activity' });
});

it('comes back when its connection breaks, says that something may be lost, and sends what waited', async (context) => {
  const { one, other } = context as unknown as Servers;
  const [here, there] = [new Ear(one), new Ear(other)];
  await expect.poll(() => [here.gaps, there.gaps]).toEqual([1, 1]);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and query like 'listen%'`,
  );
  await client.end();
  one.publish(post('while it is broken'));
  await expect.poll(() => [here.gaps, there.gaps], { timeout: 10_000 }).toEqual([2, 2]);
  one.publish(post('afterwards'));
  await expect.poll(() => there.received.at(-1), { timeout: 10_000 }).toEqual(post('afterwards'));
  expect(here.received).toEqual([post('while it is broken'), post('afterwards')]);
});

it('does not keep a server from starting or stopping while the database is away', async () => {
  const away = new PostgresRealtime('postgres://nobody@127.0.0.1:9/none', log, heard);
  const ear = new Ear(away);
  away.publish(post('here'));
  expect(ear.received).toEqual([post('here')]);
  await away[Symbol.asyncDispose]();
});
