import { limits } from '@duet/contract/limits';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refetchThrottled } from './throttled-refetch.ts';

const queryKey = ['a', 'number'];
const afterMs = limits.activity.throttleMs;
let cache: QueryClient;
let asked: number[];
let works: boolean;
let leave: () => void;
const forward = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const again = (isSeen = () => true) => refetchThrottled(queryKey, { afterMs, isSeen, cache });

beforeEach(async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  cache = new QueryClient();
  asked = [];
  works = true;
  const queryFn = async () => {
    asked.push(Date.now() - 1_000_000);
    if (!works) throw new Error('no');
    return asked.length;
  };
  leave = new QueryObserver(cache, { queryKey, queryFn, retry: false }).subscribe(() => undefined);
  await forward(0);
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

it('asks once, 3 s after the last answer, however often it is called [ACT-33]', async () => {
  again();
  again();
  await forward(1000);
  again();
  await forward(10_000);
  expect(asked).toEqual([0, 3000]);
  again();
  await forward(0);
  expect(asked).toEqual([0, 3000, 11_000]);
});

it('asks for nothing that nobody sees, and not again for what failed', async () => {
  again(() => false);
  await forward(10_000);
  leave();
  again();
  await forward(10_000);
  expect(asked).toEqual([0]);
});

it('leaves what could not be loaded to the person', async () => {
  await cache.resetQueries({ queryKey });
  works = false;
  await cache.resetQueries({ queryKey });
  await forward(0);
  const before = asked.length;
  again();
  await forward(10_000);
  expect(asked).toHaveLength(before);
});
