import { expect, it } from 'vitest';
import { pauseAfter } from './live-timing.ts';

it('waits longer with each failure, about ten seconds at most, and never the same for all', () => {
  expect([0, 1, 2, 3].map((failures) => pauseAfter(failures, 0.5))).toEqual([500, 1000, 2000, 4000]);
  expect(pauseAfter(30, 0.5)).toBe(10_000);
  expect([pauseAfter(1, 0), pauseAfter(1, 0.999)]).toEqual([500, 1499]);
});

it('waits at least as long as the server asks', () => {
  expect(pauseAfter(0, 0.5, 5)).toBe(7500);
  expect(pauseAfter(0, 0, 5)).toBe(5000);
});
