import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { createLog } from '../log.ts';
import type { Changes } from './changes.ts';
import type { Database, Writes } from './database.ts';
import type { Up } from './migrations/migration.ts';
import { openDatabase } from './open.ts';
import { ForeignKeyViolation } from './violations.ts';

const tables: Up = async ({ run }) => {
  await run('create table t (n integer primary key)');
  await run('create table later (n integer primary key references t (n) deferrable initially deferred)');
};

let parts: AsyncDisposableStack;
let db: Database;
beforeEach(async () => {
  parts = new AsyncDisposableStack();
  const dir = parts.use(temporaryDir());
  const { url } = parts.use(await createTestDatabase('empty'));
  db = parts.use(
    await openDatabase({
      dataDir: dir.path,
      url: url ?? undefined,
      migrations: { '0001_t': tables },
      log: createLog('silent'),
      onDiskFailure: () => {},
      exclusive: true,
      limitMs: 1000,
    }),
  );
});
afterEach(() => parts.disposeAsync());

const add = (tx: Writes, n: number) => sql`insert into t (n) values (${n})`.execute(tx);
const numbers = async (from: Pick<Database, 'read'> = db) =>
  (await sql<{ n: number }>`select n from t order by n`.execute(from.read)).rows.map(({ n }) => n);

describe('of writes that wait together', () => {
  it('one that fails takes back what it has done, and nothing of the others', async () => {
    const effects: number[] = [];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, at) =>
        db.write(async (tx) => {
          tx.afterCommit(() => void effects.push(at));
          await add(tx, at);
          if (at % 3 === 0) throw new Error(`no ${at}`);
          return at;
        }),
      ),
    );
    const failed = [0, 3, 6, 9];
    const stays = Array.from({ length: 12 }, (_, at) => at).filter((at) => !failed.includes(at));
    expect(outcomes.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []))).toEqual(failed);
    expect(outcomes[3]).toMatchObject({ reason: { message: 'no 3' } });
    expect(await numbers()).toEqual(stays);
    expect(effects.toSorted((one, other) => one - other)).toEqual(stays);
  });

  it('one whose statement fails, and passes over that, harms no other', async () => {
    await db.write((tx) => add(tx, 1));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 9 }, (_, at) =>
        db.write(async (tx) => {
          await add(tx, 10 + at);
          if (at % 4 === 1) await Promise.allSettled([add(tx, 1), add(tx, 100 + at)]);
        }),
      ),
    );
    const there = await numbers();
    for (const [at, { status }] of outcomes.entries()) {
      // What it answers is so: on PostgreSQL such a transaction cannot go on.
      expect([at, there.includes(10 + at)]).toEqual([at, status === 'fulfilled']);
      if (at % 4 !== 1) expect(status).toBe('fulfilled');
    }
  });

  it('one that fails while statements of it are on their way leaves their errors to nobody else', async () => {
    await db.write((tx) => add(tx, 1));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, at) =>
        db.write(async (tx) => {
          if (at % 2 === 1) await Promise.all([add(tx, 1), add(tx, 100 + at), add(tx, 1)]);
          else await add(tx, 10 + at);
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(
      outcomes.map((_, at) => at % 2 === 0),
    );
    expect(await numbers()).toEqual([1, 10, 12, 14, 16, 18, 20]);
  });

  it('one that makes COMMIT fail is found, and the others are stored', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) =>
        db.write(async (tx) => {
          await add(tx, at);
          // Of a row that is not there, which is looked for at the end.
          if (at === 5) await sql`insert into later (n) values (77)`.execute(tx);
          return at;
        }),
      ),
    );
    expect(outcomes[5]).toMatchObject({ status: 'rejected', reason: expect.any(ForeignKeyViolation) });
    expect(outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))).toEqual([
      0, 1, 2, 3, 4, 6, 7,
    ]);
    expect(await numbers()).toEqual([0, 1, 2, 3, 4, 6, 7]);
  });

  it('each sees what those before it have stored, and nothing of one that failed', async () => {
    const seen = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        db
          .write(async (tx) => {
            const { rows } = await sql<{ count: number }>`select count(*) as count from t`.execute(tx);
            await add(tx, rows[0]?.count ?? 0);
            if (at % 5 === 2) throw new Error('no');
            return Number(rows[0]?.count);
          })
          .catch(() => null),
      ),
    );
    const counts = seen.filter((count) => count !== null).toSorted((one, other) => one - other);
    expect(counts).toEqual(Array.from({ length: 16 }, (_, n) => n));
    expect(await numbers()).toEqual(counts);
  });

  it('one that does not end is rolled back, and the others are answered', async () => {
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map((n) =>
        db.write(async (tx) => {
          await add(tx, n);
          if (n === 2) await new Promise(() => {});
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: { code: 'OVERLOADED' } });
    expect(await numbers()).toEqual([1, 3]);
  });

  it('each tells of its own changes before it is answered', async () => {
    const order: string[] = [];
    const unsubscribe = db.commits.subscribe((changes: Changes) => {
      const rows = changes === 'everything' ? 'all' : changes.get('t');
      order.push(...(rows === undefined || rows === 'all' ? ['all'] : [...rows].map((n) => `told ${n}`)));
    });
    const write = (n: number) =>
      db.write(async (tx) => {
        tx.concerns('t' as 'users', [String(n)]);
        await add(tx, n);
      });
    await Promise.all([1, 2, 3].map((n) => write(n).then(() => order.push(`answered ${n}`))));
    unsubscribe();
    expect(order).toHaveLength(6);
    for (const n of [1, 2, 3]) {
      expect(order.indexOf(`told ${n}`)).toBeGreaterThanOrEqual(0);
      expect(order.indexOf(`answered ${n}`)).toBeGreaterThan(order.indexOf(`told ${n}`));
    }
  });
});
