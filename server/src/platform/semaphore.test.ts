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
    expect(semaphore.isFullFor(0)).toBe(false);
    const second = semaphore.run(async () => 'second');
    expect(semaphore.isFullFor(0)).toBe(true);
    await expect(semaphore.run(async () => 'third')).rejects.toMatchObject({
      code: 'OVERLOADED',
      details: { log: 'the semaphore: the queue is full' },
    });
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

  it('refuses nobody else when the time of one is over who has run or given way', async () => {
    const semaphore = new Semaphore({ concurrent: 1, queue: 1, maxWaitMs: 5000 });
    const first = busy(semaphore);
    const second = busy(semaphore);
    first.end();
    await first.done;
    const third = semaphore.run(async () => 'third', 1).catch(() => 'third refused');
    await vi.advanceTimersByTimeAsync(1000);
    const fourth = semaphore.run(async () => 'fourth');
    expect(await third).toBe('third refused');
    await vi.advanceTimersByTimeAsync(4500);
    second.end();
    expect(await fourth).toBe('fourth');
  });

  it('lets any number wait for any time where no limit is given', async () => {
    const semaphore = new Semaphore({ concurrent: 1 });
    const first = busy(semaphore);
    const others = Array.from({ length: 1000 }, (_, at) => semaphore.run(async () => at));
    await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000);
    expect(semaphore.isFullFor(0)).toBe(false);
    first.end();
    expect(await Promise.all(others)).toEqual(Array.from({ length: 1000 }, (_, at) => at));
  });

  it('lets the next in when a work fails', async () => {
    const semaphore = new Semaphore({ concurrent: 1, queue: 1, maxWaitMs: 5000 });
    await expect(semaphore.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await semaphore.run(async () => 'next')).toBe('next');
  });

  it('lets those of a lower number go first, and of the same who came first', async () => {
    const semaphore = new Semaphore({ concurrent: 1 });
    const first = busy(semaphore);
    const order: string[] = [];
    const works = ([2, 1, 0, 1, 0] as const).map((priority, at) =>
      semaphore.run(async () => void order.push(`${priority}${'abcde'[at]}`), priority),
    );
    first.end();
    await Promise.all(works);
    expect(order).toEqual(['0c', '0e', '1b', '1d', '2a']);
  });

  it('makes room in a full queue for who is better, by the last of the worst', async () => {
    const semaphore = new Semaphore({ concurrent: 1, queue: 3, maxWaitMs: 5000 });
    const first = busy(semaphore);
    const done: string[] = [];
    const enter = (name: string, priority: 0 | 1 | 2) =>
      semaphore
        .run(async () => void done.push(name), priority)
        .catch(() => void done.push(`${name} refused`));
    const works = [enter('a', 2), enter('b', 2), enter('c', 1)];
    expect([semaphore.isFullFor(2), semaphore.isFullFor(1)]).toEqual([true, false]);
    works.push(enter('d', 2), enter('e', 1), enter('f', 0));
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toEqual(['d refused', 'b refused', 'a refused']);
    first.end();
    await Promise.all([first.done, ...works]);
    expect(done.slice(3)).toEqual(['f', 'c', 'e']);
  });
});
