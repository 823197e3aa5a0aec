import { afterEach, expect, it, vi } from 'vitest';
import { ByteBudget } from './byte-budget.ts';
import { RecentFailures } from './recent-failures.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('gives out bytes up to the whole, and takes each back once', () => {
  const budget = new ByteBudget(100);
  const first = budget.take(60);
  const second = budget.take(40);
  expect(budget.taken).toBe(100);
  expect(() => budget.take(1)).toThrow(expect.objectContaining({ code: 'OVERLOADED' }));
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  expect(budget.taken).toBe(40);
  second[Symbol.dispose]();
  expect(budget.taken).toBe(0);
});

it('lets what is larger than the whole have it alone', () => {
  const budget = new ByteBudget(100);
  {
    using _all = budget.take(1000);
    expect(budget.taken).toBe(100);
    expect(() => budget.take(1)).toThrow(expect.objectContaining({ code: 'OVERLOADED' }));
  }
  expect(budget.taken).toBe(0);
  using _one = budget.take(1);
  expect(() => budget.take(1000)).toThrow(expect.objectContaining({ code: 'OVERLOADED' }));
});

it('remembers failures of an address for ten minutes since the last', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const failures = new RecentFailures();
  expect(failures.has('a')).toBe(false);
  failures.add('a');
  vi.advanceTimersByTime(9 * 60_000);
  failures.add('a');
  vi.advanceTimersByTime(10 * 60_000 - 1);
  expect([failures.has('a'), failures.has('b')]).toEqual([true, false]);
  vi.advanceTimersByTime(1);
  expect(failures.has('a')).toBe(false);
});

it('forgets the oldest of very many addresses', () => {
  const failures = new RecentFailures();
  for (let n = 0; n < 10_000; n += 1) failures.add(`${n}`);
  failures.add('0');
  failures.add('one more');
  expect([failures.has('0'), failures.has('1'), failures.has('2'), failures.has('one more')]).toEqual([
    true,
    false,
    true,
    true,
  ]);
});
