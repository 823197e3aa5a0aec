import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withTimeout } from './with-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('answers what is there in time, and leaves no timer behind', async () => {
  expect(await withTimeout(Promise.resolve(1), 100)).toBe(1);
  await expect(withTimeout(Promise.reject(new Error('broken')), 100)).rejects.toThrow('broken');
  expect(vi.getTimerCount()).toBe(0);
});

it('refuses what takes longer, also where it fails afterwards', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  const answer = withTimeout(promise, 100);
  const refused = expect(answer).rejects.toMatchObject({ code: 'OVERLOADED' });
  await vi.advanceTimersByTimeAsync(100);
  await refused;
  reject(new Error('too late'));
});
