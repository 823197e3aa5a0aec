import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Gate } from './gate.ts';

const busy = (gate: Gate) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { end: resolve, done: gate.pass(() => promise) };
};

describe('Gate', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('runs so many at once and the next when one has ended, first come first served', async () => {
    const gate = new Gate({ concurrent: 1, queue: 2, maxWaitMs: 5000 });
    const order: string[] = [];
    const first = busy(gate);
    const second = gate.pass(async () => void order.push('second'));
    const third = gate.pass(async () => void order.push('third'));
    expect(order).toEqual([]);
    first.end();
    await Promise.all([first.done, second, third]);
    expect(order).toEqual(['second', 'third']);
    expect(gate.finished).toBe(3);
  });

  it('refuses at once when the queue is full', async () => {
    const gate = new Gate({ concurrent: 1, queue: 1, maxWaitMs: 5000 });
    const first = busy(gate);
    const second = gate.pass(async () => 'second');
    await expect(gate.pass(async () => 'third')).rejects.toMatchObject({ code: 'OVERLOADED' });
    first.end();
    expect(await second).toBe('second');
  });

  it('refuses who has waited too long, and keeps its place for the others', async () => {
    const gate = new Gate({ concurrent: 1, queue: 2, maxWaitMs: 5000 });
    const first = busy(gate);
    const second = gate.pass(async () => 'second');
    const refused = expect(second).rejects.toMatchObject({
      code: 'OVERLOADED',
      details: { retryAfterSeconds: 5 },
    });
    await vi.advanceTimersByTimeAsync(4000);
    const third = gate.pass(async () => 'third');
    await vi.advanceTimersByTimeAsync(1000);
    await refused;
    first.end();
    expect(await third).toBe('third');
  });

  it('lets the next in when a work fails', async () => {
    const gate = new Gate({ concurrent: 1, queue: 1, maxWaitMs: 5000 });
    await expect(gate.pass(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await gate.pass(async () => 'next')).toBe('next');
  });
});
