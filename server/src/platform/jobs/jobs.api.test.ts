import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { TestClock } from '../../../test/harness.ts';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { createContext } from '../../context.ts';
import { type Config, readConfig } from '../config/config.ts';
import type { Context } from '../context.ts';
import { type Job, periodic, type Work, worker } from './job.ts';
import { Wake } from './wake.ts';

const hour = 60 * 60 * 1000;
const second = 1000;

let parts: AsyncDisposableStack;
let config: Config;
let clock: TestClock;
beforeEach(async () => {
  parts = new AsyncDisposableStack();
  const dir = parts.use(temporaryDir());
  const database = parts.use(await createTestDatabase());
  const settings = readConfig({ DUET_LOG_LEVEL: 'silent' }).config;
  config = { ...settings, dataDir: dir.path, databaseUrl: database.url };
  clock = new TestClock();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await parts.disposeAsync();
});

/** One process of a site, as far as jobs can tell. */
const process = async () =>
  parts.use(await createContext(config, { exclusive: false, overrides: { clock } }));
const start = (context: Context, job: Job) => parts.use(context.jobs.start([job]));
const lastOf = async (context: Context) => (await context.jobs.results())[0]?.last;
const leaseOf = (context: Context) =>
  context.db.read.selectFrom('jobs').select(['lease_owner', 'lease_until']).executeTakeFirst();
const setLease = (context: Context, lease: { lease_owner: string; lease_until: number }) =>
  context.db.write((tx) =>
    tx
      .insertInto('jobs')
      .values({ name: 'mediaGarbage', ...lease, ended_at: null, duration_ms: null, failed: null })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(lease))
      .execute(),
  );

/** Work that ends when it is told to, and records how it went. */
function heldWork(answer: () => boolean = () => true) {
  const begun: AbortSignal[] = [];
  let letEnd = () => {};
  const work: Work = async (signal) => {
    begun.push(signal);
    await new Promise<void>((end) => {
      letEnd = end;
      signal.addEventListener('abort', () => end());
    });
    return answer();
  };
  return { begun, work, end: () => letEnd() };
}
/** Until a process has asked for the lease, or written a result, and knows the answer. */
const written = (context: Context, times: number) => {
  const write = vi.mocked(context.db.write);
  return eventually(() =>
    expect(write.mock.settledResults.filter(({ type }) => type !== 'incomplete').length).toBe(times),
  );
};

describe('a periodic job', () => {
  it('runs at the start and once a period, and keeps how the last run ended', async () => {
    const context = await process();
    let runs = 0;
    const ends = [true, new Error('the disk is away'), false];
    start(
      context,
      periodic('mediaGarbage', hour, async () => {
        const end = ends[runs++] ?? true;
        if (end instanceof Error) throw end;
        return end;
      }),
    );
    const ended = async (times: number) => {
      await eventually(() => expect(runs).toBe(times));
      await eventually(async () => expect((await leaseOf(context))?.lease_owner).toBeNull());
    };
    await ended(1);
    const first = await lastOf(context);
    expect(first).toMatchObject({
      failed: false,
      endedAt: expect.any(Number),
      durationMs: expect.any(Number),
    });
    vi.advanceTimersByTime(hour - 10 * second);
    expect(runs).toBe(1);
    clock.forward(hour);
    vi.advanceTimersByTime(10 * second);
    await ended(2);
    const next = await lastOf(context);
    expect(next).toMatchObject({ failed: true });
    expect((next?.endedAt ?? 0) - (first?.endedAt ?? 0)).toBeGreaterThanOrEqual(hour);
    vi.advanceTimersByTime(hour);
    await ended(3);
    // Nothing was due: the last result is still that of the run before.
    expect(await lastOf(context)).toEqual(next);
    expect(context.jobs.metrics()).toEqual([
      { name: 'mediaGarbage', runs: 2, failures: 1, lastDurationMs: expect.any(Number) },
    ]);
  });

  it('runs in one process of a site at a time', async () => {
    const [here, there] = [await process(), await process()];
    const [mine, theirs] = [heldWork(), heldWork()];
    start(here, periodic('mediaGarbage', hour, mine.work));
    await eventually(() => expect(mine.begun).toHaveLength(1));
    vi.spyOn(there.db, 'write');
    start(there, periodic('mediaGarbage', hour, theirs.work));
    await written(there, 1);
    expect(theirs.begun).toEqual([]);
    // The lease is renewed for as long as the work takes.
    for (let n = 0; n < 4; n += 1) {
      const before = (await leaseOf(here))?.lease_until ?? 0;
      clock.forward(5 * second);
      vi.advanceTimersByTime(5 * second);
      await eventually(async () => expect((await leaseOf(here))?.lease_until).toBeGreaterThan(before));
      await written(there, n + 2);
    }
    expect(theirs.begun).toEqual([]);
    mine.end();
    await eventually(async () => expect((await leaseOf(here))?.lease_owner).toBeNull());
    vi.advanceTimersByTime(5 * second);
    await eventually(() => expect(theirs.begun).toHaveLength(1));
    theirs.end();
  });

  it('runs again when the lease of a process that died has ended', async () => {
    const context = await process();
    await setLease(context, { lease_owner: 'dead', lease_until: clock.now() + 15 * second });
    const { begun, work, end } = heldWork();
    vi.spyOn(context.db, 'write');
    start(context, periodic('mediaGarbage', hour, work));
    await written(context, 1);
    expect(begun).toEqual([]);
    clock.forward(16 * second);
    vi.advanceTimersByTime(5 * second);
    await eventually(() => expect(begun).toHaveLength(1));
    end();
  });

  it('leaves the lease to a process whose clock is ahead of this one', async () => {
    const context = await process();
    const lease = { lease_owner: 'ahead', lease_until: clock.now() + 15 * second + 2 * second };
    await setLease(context, lease);
    const { begun, work } = heldWork();
    vi.spyOn(context.db, 'write');
    start(context, periodic('mediaGarbage', hour, work));
    await written(context, 1);
    expect(begun).toEqual([]);
    expect(await leaseOf(context)).toEqual(lease);
  });

  it('does not wait for a lease that a clock gave which was ahead', async () => {
    const context = await process();
    await setLease(context, { lease_owner: 'dead', lease_until: clock.now() + hour });
    const { begun, work, end } = heldWork();
    start(context, periodic('mediaGarbage', hour, work));
    await eventually(() => expect(begun).toHaveLength(1));
    end();
  });

  it('leaves no lease behind that is renewed while it ends', async () => {
    const context = await process();
    const { begun, work, end } = heldWork();
    start(context, periodic('mediaGarbage', hour, work));
    await eventually(() => expect(begun).toHaveLength(1));
    const write = context.db.write.bind(context.db);
    const { promise: mayRenew, resolve: renew } = Promise.withResolvers<void>();
    const { promise: renewed, resolve: noteRenewed } = Promise.withResolvers<void>();
    vi.spyOn(context.db, 'write').mockImplementationOnce(async (renewal) => {
      await mayRenew;
      return write(renewal).finally(noteRenewed);
    });
    vi.advanceTimersByTime(5 * second);
    end();
    await eventually(async () => expect(await lastOf(context)).toMatchObject({ failed: false }));
    renew();
    await renewed;
    await eventually(async () => expect((await leaseOf(context))?.lease_owner).toBeNull());
  });

  it('waits for its next time where the database did not answer', async () => {
    const context = await process();
    const { begun, work, end } = heldWork();
    vi.spyOn(context.db, 'write').mockRejectedValueOnce(new Error('the database is away'));
    start(context, periodic('mediaGarbage', hour, work));
    await written(context, 1);
    vi.advanceTimersByTime(hour - 10 * second);
    expect(context.db.write).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(10 * second);
    await eventually(() => expect(begun).toHaveLength(1));
    end();
  });

  it('ends where another process has taken its lease meanwhile', async () => {
    const context = await process();
    const { begun, work } = heldWork(() => {
      throw new Error('half-way');
    });
    start(context, periodic('mediaGarbage', hour, work));
    await eventually(() => expect(begun).toHaveLength(1));
    const lease = { lease_owner: 'other', lease_until: clock.now() + 15 * second };
    await setLease(context, lease);
    vi.advanceTimersByTime(5 * second);
    await eventually(() => expect(begun[0]?.aborted).toBe(true));
    await eventually(() => expect(context.jobs.metrics()[0]?.runs).toBe(0));
    expect(await leaseOf(context)).toEqual(lease);
    expect(await lastOf(context)).toBeNull();
  });

  it('of each process runs beside those of others', async () => {
    const [here, there] = [await process(), await process()];
    const [mine, theirs] = [heldWork(), heldWork()];
    start(here, periodic('uploadGarbage', hour, mine.work, { scope: 'process' }));
    start(there, periodic('uploadGarbage', hour, theirs.work, { scope: 'process' }));
    await eventually(() => expect([mine.begun.length, theirs.begun.length]).toEqual([1, 1]));
    mine.end();
    theirs.end();
  });
});

describe('a stop', () => {
  it('tells a job that runs, waits for its end, and is no failure', async () => {
    const context = await process();
    const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>();
    const begun: AbortSignal[] = [];
    const jobs = context.jobs.start([
      periodic('mediaGarbage', hour, async (signal) => {
        begun.push(signal);
        await mayEnd;
        throw new Error('half-way');
      }),
    ]);
    await eventually(() => expect(begun).toHaveLength(1));
    const order: string[] = [];
    const stopped = jobs[Symbol.asyncDispose]().then(() => order.push('stopped'));
    expect(begun[0]?.aborted).toBe(true);
    order.push('ends');
    letEnd();
    await stopped;
    expect(order).toEqual(['ends', 'stopped']);
    expect(await leaseOf(context)).toEqual({ lease_owner: null, lease_until: null });
    expect(context.jobs.metrics()[0]).toMatchObject({ runs: 0, failures: 0 });
    expect(await lastOf(context)).toBeNull();
    vi.advanceTimersByTime(2 * hour);
    expect(begun).toHaveLength(1);
  });
});

describe('a worker', () => {
  it('works off what waits at the start, when it is woken, and every 15 s', async () => {
    const context = await process();
    vi.spyOn(context.db, 'write');
    const wake = new Wake();
    const worked: string[] = [];
    const queue = ['a', 'b'];
    start(
      context,
      worker('notifications', wake, async () => {
        const next = queue.shift();
        if (next) worked.push(next);
        return next !== undefined;
      }),
    );
    await eventually(() => expect(worked).toEqual(['a', 'b']));
    await eventually(() => expect(context.jobs.metrics()[0]?.runs).toBe(1));
    queue.push('c', 'd');
    wake.notify();
    await eventually(() => expect(worked).toEqual(['a', 'b', 'c', 'd']));
    // Until it has kept how its second run ended it runs, and does not look when its period is over.
    await written(context, 2);
    expect(await lastOf(context)).toMatchObject({ failed: false });
    queue.push('e');
    vi.advanceTimersByTime(15 * second);
    await eventually(() => expect(worked.at(-1)).toBe('e'));
  });

  it('looks once more where it is woken while it works', async () => {
    const context = await process();
    const wake = new Wake();
    const queue = ['first'];
    const worked: string[] = [];
    const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>();
    let looks = 0;
    start(
      context,
      worker('notifications', wake, async () => {
        looks += 1;
        const next = queue.shift();
        // Its second look has found nothing, and does not know yet what came since.
        if (looks === 2) await mayEnd;
        if (next) worked.push(next);
        return next !== undefined;
      }),
    );
    await eventually(() => expect(looks).toBe(2));
    queue.push('second');
    wake.notify();
    letEnd();
    await eventually(() => expect(worked).toEqual(['first', 'second']));
  });
});
