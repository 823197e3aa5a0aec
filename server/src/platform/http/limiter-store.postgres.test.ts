import { loginBackoff } from '@duet/contract/limits';
import { describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../log.ts';
import { openLimiter } from './limiter-store.ts';

const opened = (databaseUrl: string | null) =>
  openLimiter({ ...readConfig({}).config, databaseUrl }, createLog('silent'));

describe('limits of several servers', () => {
  it('are counted together', async () => {
    await using database = await createTestDatabase('empty');
    await using one = await opened(database.url);
    await using two = await opened(database.url);
    for (let i = 0; i < 3; i++) await one.consume('register', '10.0.0.1');
    for (let i = 0; i < 2; i++) await two.consume('register', '10.0.0.1');
    for (const limiter of [one, two]) {
      await expect(limiter.consume('register', '10.0.0.1')).rejects.toMatchObject({ code: 'TOO_OFTEN' });
    }
    await two.consume('register', '10.0.0.2');
  });

  it('are begun by many servers at once', async () => {
    await using database = await createTestDatabase('empty');
    await using limiters = new AsyncDisposableStack();
    const starts = await Promise.allSettled(Array.from({ length: 20 }, () => opened(database.url)));
    for (const start of starts) if (start.status === 'fulfilled') limiters.use(start.value);
    expect(starts.filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  it('make a failed sign-in wait on all of them', async () => {
    await using database = await createTestDatabase('empty');
    await using one = await opened(database.url);
    await using two = await opened(database.url);
    for (let i = 0; i < loginBackoff.free + 3; i++) await one.backoff.fail('10.0.0.1', 'Maria');
    await expect(two.backoff.check('10.0.0.1', 'maria')).rejects.toMatchObject({
      code: 'TOO_OFTEN',
      details: { retryAfterSeconds: 8 },
    });
    await two.backoff.reset('10.0.0.1', 'maria');
    await one.backoff.check('10.0.0.1', 'maria');
  });

  it('forget at a start what a clock that was ahead has counted', async () => {
    await using database = await createTestDatabase('empty');
    const ahead = Date.now() + 365 * 24 * 60 * 60 * 1000;
    const now = vi.spyOn(Date, 'now').mockReturnValue(ahead);
    {
      await using before = await opened(database.url);
      for (let i = 0; i < 5; i++) await before.consume('register', '10.0.0.1');
      await expect(before.consume('register', '10.0.0.1')).rejects.toMatchObject({ code: 'TOO_OFTEN' });
    }
    now.mockRestore();
    await using after = await opened(database.url);
    await after.consume('register', '10.0.0.1');
  });

  it('let nobody through while the database is away', async () => {
    await using database = await createTestDatabase('empty');
    await using limiter = await opened(database.url);
    await limiter.consume('likes', 'a');
    await database[Symbol.asyncDispose]();
    await expect(limiter.consume('likes', 'a')).rejects.toMatchObject({ code: 'OVERLOADED' });
  });
});
