import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { advisoryLocks, LostLock, RunsElsewhere, withSiteLock } from './advisory-lock.ts';

it('lets one server after the other, and frees the lock when work fails', async () => {
  await using database = await createTestDatabase('empty');
  const log: string[] = [];
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const first = withSiteLock(database.url, 'mediaCleanup', async () => {
    log.push('first begins');
    await mayEnd;
    log.push('first ends');
    throw new Error('half-way');
  });
  await expect.poll(() => log).toContain('first begins');
  const second = withSiteLock(database.url, 'mediaCleanup', async () => void log.push('second'));
  end();
  await expect(first).rejects.toThrow('half-way');
  await second;
  expect(log).toEqual(['first begins', 'first ends', 'second']);
});

it('says that it runs elsewhere, and nothing else that is busy, once it has waited long enough', async () => {
  await using database = await createTestDatabase('empty');
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const first = withSiteLock(database.url, 'backup', () => {
    begin();
    return mayEnd;
  });
  await begun;
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  // Each look at the clock is ten seconds later.
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 10_000;
    return now;
  });
  await expect(withSiteLock(database.url, 'backup', async () => 'second')).rejects.toThrow(RunsElsewhere);
  end();
  await first;
});

/** Cuts the connection that holds a lock; answers how many did. */
async function cut(url: string | null, lock: keyof typeof advisoryLocks): Promise<number | null> {
  const other = new pg.Client({ connectionString: url ?? '' });
  await other.connect();
  const { rowCount } = await other.query(
    // Of this database: other tests hold locks in theirs, on the same PostgreSQL.
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = $1
      and database = (select oid from pg_database where datname = current_database())`,
    [advisoryLocks[lock]],
  );
  await other.end();
  return rowCount;
}

it('keeps what the work answered where its connection is lost meanwhile', async () => {
  await using database = await createTestDatabase('empty');
  const answer = await withSiteLock(database.url, 'mediaCleanup', async ({ signal }) => {
    const cuts = await cut(database.url, 'mediaCleanup');
    await expect.poll(() => signal.aborted).toBe(true);
    return cuts;
  });
  expect(answer).toBe(1);
});

it('keeps its connection where the database ends those on which nothing is said', async () => {
  await using database = await createTestDatabase('empty');
  const admin = new pg.Client({ connectionString: database.url ?? '' });
  await admin.connect();
  await admin.query(
    `do $$ begin execute format('alter database %I set idle_session_timeout = 1000', current_database()); end $$`,
  );
  await admin.end();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  await withSiteLock(database.url, 'backup', async ({ requireHeld }) => {
    const until = performance.now() + 2500;
    // Each look is half a minute later for the lock, and a tenth of a second for the database.
    await expect
      .poll(
        () => {
          vi.advanceTimersByTime(30_000);
          return performance.now() > until;
        },
        { interval: 100, timeout: 10_000 },
      )
      .toBe(true);
    await requireHeld();
  });
});

it('tells the work that its connection is lost', async () => {
  await using database = await createTestDatabase('empty');
  await withSiteLock(database.url, 'backup', async ({ signal, requireHeld }) => {
    await requireHeld();
    expect(signal.aborted).toBe(false);
    expect(await cut(database.url, 'backup')).toBe(1);
    await expect(requireHeld()).rejects.toThrow(LostLock);
    await expect.poll(() => signal.reason).toBeInstanceOf(LostLock);
  });
});
