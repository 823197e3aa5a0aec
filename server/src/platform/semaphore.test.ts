import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Semaphore } from './semaphore.ts';

const busy = (semaphore: Semaphore) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { end: resolve, done: semaphore.run(() => promise) };
};

describe('a Semaphore', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('runs so many at once and the next when one has ended, first come first served', async () => {
    const semaphore = new Semaphore({ concurrent: 1, queue: 2, maxWaitMs: 5000 });
    const order: string[] = [];
    const first = busy(semaphore);
    const second = semaphore.run(async () => void order.push('second'));
    const third = semaphore.run(async () => void order.push('third'));
    expect(order).toEqual([]);
    first.end();
    await Promise.all([first.done, second, third]);
    expect(order).toEqual(['second', 'third']);
    expect(semaphore.finished).toBe(3);
  });

  it('refuses at once when the queue is full', async () => {
    const semaphore = new Semaphore({ concurrent: 1, queue: 1, maxWaitMs: 5000 });
    const first = busy(semaphore);
    expect(semaphore.full).toBe(false);
    const second = semaphore.run(async () => 'second');
    expect(semaphore.full).toBe(true);
    await expect(semaphore.run(async () => 'third')).rejects.toMatchObject({ code: 'OVERLOADED' });
    first.end();
    expect(await second).toBe('second');
  });

  it('refuses who has waited too long, and keeps its place for the others', async () => {
    const semaphore = new Semaphore({ concurrent: 1, queue: 2, maxWaitMs: 5000 });
    const first = busy(semaphore);
    const second = semaphore.run(async () => 'second');
    const refused = expect(second).rejects.toMatchObject({
      code: 'OVERLOADED',
      details: { retryAfterSeconds: 5 },
    });
    await vi.advanceTimersByTimeAsync(4000);
    const third = semaphore.run(async () => 'third');
    await vi.advanceTimersByTimeAsync(1000);
    await refused;
    first.end();
    expect(await third).toBe('third');
  });

  it('lets any number wait for any time where no limit is given', async () => {
    const semaphore = new Semaphore({ concurrent: 1 });
    const first = busy(semaphore);
    const others = Array.from({ length: 1000 }, (_, at) => semaphore.run(async () => at));
    await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000);
    expect(semaphore.full).toBe(false);
    first.end();
    expect(await Promise.all(others)).toEqual(Array.from({ length: 1000 }, (_, at) => at));
  });

  it('lets the next in when a work fails', async () => {
    const semaphore = new Semaphore({ concurrent: 1, queue: 1, maxWaitMs: 5000 });
    await expect(semaphore.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await semaphore.run(async () => 'next')).toBe('next');
  });
});
