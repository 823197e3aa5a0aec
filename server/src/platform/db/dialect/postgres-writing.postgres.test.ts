import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { createLog } from '../../log.ts';
import type { Writes } from '../database.ts';
import { migrate } from '../migrate.ts';
import type { Up } from '../migrations/migration.ts';
import { PendingWrite } from '../pending-write.ts';
import { kyselyOver, queriesAmong } from './postgres-kysely.ts';
import { postgresPool } from './postgres-pool.ts';
import { PostgresWriting } from './postgres-writing.ts';

const tables: Up = async ({ run }) => {
  await run('create table t (n integer primary key)');
  await run('create table counter (value integer not null)');
  await run('insert into counter (value) values (0)');
  await run('create table fatal (n integer)');
  await run(`create function lose_connection() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return null; end $$`);
  await run(`create constraint trigger at_commit after insert on fatal deferrable initially deferred
    for each row execute function lose_connection()`);
};

let parts: AsyncDisposableStack;
let pool: pg.Pool;
let writing: PostgresWriting;
beforeEach(async () => {
  parts = new AsyncDisposableStack();
  const { url } = parts.use(await createTestDatabase('empty'));
  const log = createLog('silent');
  pool = postgresPool(url ?? '', 4, 'write', log);
  parts.defer(() => pool.end());
  await migrate(kyselyOver(pool), 'postgres', { migrations: { '0001_t': tables } });
  // Two that have a connection begin at once.
  const clients = await Promise.all([pool.connect(), pool.connect()]);
  for (const client of clients) client.release();
  // What is sure to be together here depends on no clock.
  const announce = async () => {};
  writing = new PostgresWriting({ pool, most: 3, emitChanges: () => {}, announce, longestMs: 10_000 });
});
afterEach(() => parts.disposeAsync());

async function write<T>(work: (tx: Writes) => Promise<T>, long = false): Promise<T> {
  const pending = new PendingWrite(work, { log: createLog('silent'), long });
  await writing.run(pending as PendingWrite);
  const { answer, effects } = pending.take();
  await effects.run();
  return answer;
}

const add = (tx: Writes, n: number) => sql`insert into t (n) values (${n})`.execute(tx);
const numbers = async () =>
  (await sql<{ n: number }>`select n from t order by n`.execute(queriesAmong(pool))).rows.map(({ n }) => n);
const value = async () =>
  (await sql<{ value: number }>`select value from counter`.execute(queriesAmong(pool))).rows[0]?.value;
const transactionOf = async (tx: Writes) =>
  (await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx)).rows[0]?.id;

/** Counts on from what it reads, and has so long for others to come between. */
async function countOn(tx: Writes, pauseMs = 0): Promise<void> {
  const { rows } = await sql<{ value: number }>`select value from counter`.execute(tx);
  if (pauseMs > 0) await wait(pauseMs);
  await sql`update counter set value = ${(rows[0]?.value ?? 0) + 1}`.execute(tx);
}

/** Two that come into conflict: each has read before the other writes. For a moment afterwards one transaction runs at a time. */
async function conflict(): Promise<void> {
  let runs = 0;
  const { promise: both, resolve } = Promise.withResolvers<void>();
  const one = () =>
    write(async (tx) => {
      const { rows } = await sql<{ value: number }>`select value from counter`.execute(tx);
      runs += 1;
      if (runs === 2) resolve();
      await both;
      await sql`update counter set value = ${(rows[0]?.value ?? 0) + 1}`.execute(tx);
    });
  await Promise.all([one(), one()]);
  expect(runs).toBe(3);
  await write((tx) => sql`update counter set value = 0`.execute(tx));
}

describe('after a conflict', () => {
  it('all that waits shares a transaction, whose first have no answer while the last still runs', async () => {
    await conflict();
    const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const answered: number[] = [];
    const ids = [1, 2, 3].map((n) =>
      write(async (tx) => {
        await add(tx, n);
        if (n === 3) {
          begin();
          await mayEnd;
        }
        return transactionOf(tx);
      }).finally(() => answered.push(n)),
    );
    await begun;
    await wait(50);
    expect([answered, await numbers()]).toEqual([[], []]);
    letEnd();
    expect(new Set(await Promise.all(ids)).size).toBe(1);
    expect(await numbers()).toEqual([1, 2, 3]);
  });

  it('one that passes over a statement that failed is refused, and no other runs again for it', async () => {
    await conflict();
    const runs = [0, 0, 0, 0];
    const outcomes = await Promise.allSettled(
      runs.map((_, at) =>
        write(async (tx) => {
          runs[at] = (runs[at] ?? 0) + 1;
          await add(tx, at);
          if (at === 2) await sql`select 1 / 0`.execute(tx).catch(() => {});
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, true]);
    expect([runs, await numbers()]).toEqual([
      [1, 1, 1, 1],
      [0, 1, 3],
    ]);
  });

  it("an error that comes when its work is over is nobody else's", async () => {
    await conflict();
    let late: Promise<unknown> | undefined;
    const outcomes = await Promise.allSettled(
      [0, 1, 2].map((at) =>
        write(async (tx) => {
          await add(tx, at);
          if (at !== 1) return;
          late = sql`select 1 / 0 from pg_sleep(0.1)`.execute(tx).catch((error: Error) => error.message);
          throw new Error('no');
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true]);
    expect(await late).toBe('division by zero');
    expect(await numbers()).toEqual([0, 2]);
  });

  it('few of those that change one row run in vain', async () => {
    let runs = 0;
    const changes = 200;
    let left = changes;
    const writer = async () => {
      while (left > 0) {
        left -= 1;
        await write(async (tx) => {
          runs += 1;
          await countOn(tx);
        });
      }
    };
    await Promise.all(Array.from({ length: 16 }, writer));
    expect(await value()).toBe(changes);
    expect(runs).toBeLessThan(changes * 1.5);
  });

  it('effects of works that ran again run once, after the last commit', async () => {
    const effects: unknown[] = [];
    await Promise.all(
      [0, 1, 2, 3].map((at) =>
        write(async (tx) => {
          tx.afterCommit(async () => void effects.push([at, (await value()) ?? 0]));
          await countOn(tx, 20);
        }),
      ),
    );
    expect(effects.map((each) => (each as number[])[0]).toSorted()).toEqual([0, 1, 2, 3]);
    expect(await value()).toBe(4);
  });
});

it('writes whose connection is lost at COMMIT all hear of it, and none is stored', async () => {
  await conflict();
  const outcomes = await Promise.allSettled(
    [1, 2, 3, 4].map((n) =>
      write(async (tx) => {
        await add(tx, n);
        if (n === 3) await sql`insert into fatal (n) values (1)`.execute(tx);
        // All are there before the first ends.
        if (n === 1) await wait(30);
      }),
    ),
  );
  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { code: 'OVERLOADED' } });
  expect(await numbers()).toEqual([]);
  await write((tx) => add(tx, 5));
  expect(await numbers()).toEqual([5]);
});

it('who writes sees what was answered before, also while an older transaction runs', async () => {
  const hold = () => {
    const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const ended = write(async (tx) => {
      await sql`select n from t`.execute(tx);
      begin();
      await mayEnd;
    });
    return { begun, letEnd, ended };
  };
  const older = hold();
  await older.begun;
  await write((tx) => add(tx, 7));
  // No other transaction is free to take the next.
  const others = [hold(), hold()];
  await Promise.all(others.map(({ begun }) => begun));
  const seen = write(async (tx) => (await sql<{ n: number }>`select n from t`.execute(tx)).rows);
  older.letEnd();
  const rows = await seen;
  for (const { letEnd } of others) letEnd();
  await Promise.all([older, ...others].map(({ ended }) => ended));
  expect(rows).toEqual([{ n: 7 }]);
});

it('what takes long has a transaction for itself', async () => {
  await conflict();
  const ids = await Promise.all([false, true, false].map((long) => write(transactionOf, long)));
  expect(new Set(ids).size).toBe(3);
});
