import { expect, it } from 'vitest';
import { isDueForTouch, isLive } from './session-life.ts';

const day = 86_400_000;
const now = 1_800_000_000_000;
const session = (role: 'user' | 'admin', createdAgo: number, usedAgo: number) => ({
  role,
  created_at: now - createdAgo,
  last_used_at: now - usedAgo,
});

it.each([
  ['user', 30 * day - 1, 30 * day - 1, true],
  ['user', 30 * day, 30 * day, false],
  ['user', 90 * day - 1, 0, true],
  ['user', 90 * day, 0, false],
  ['admin', day - 1, day - 1, true],
  ['admin', day, day, false],
  ['admin', 7 * day - 1, 0, true],
  ['admin', 7 * day, 0, false],
] as const)('of a %s, begun %i ms ago and used %i ms ago, is live: %s', (role, created, used, live) => {
  expect(isLive(session(role, created, used), now)).toBe(live);
});

it('writes the last use after five minutes, not before', () => {
  expect(isDueForTouch(session('user', day, 5 * 60_000 - 1), now)).toBe(false);
  expect(isDueForTouch(session('user', day, 5 * 60_000), now)).toBe(true);
});
