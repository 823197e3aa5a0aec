import { describe, expect, it } from 'vitest';
import { isSwipeBack } from './swipe-back.ts';

const swipe = { startX: 10, dx: 120, dy: 8, ms: 200 };

describe('a swipe back', () => {
  it('is a quick movement from the left edge [SHELL-14]', () => expect(isSwipeBack(swipe)).toBe(true));
  it.each([
    [20, true],
    [21, false],
    [40, false],
  ])('that starts at %i px: %s [SHELL-15]', (startX, counts) => {
    expect(isSwipeBack({ ...swipe, startX })).toBe(counts);
  });
  it.each([
    [40, false],
    [50, false],
    [51, true],
  ])('over %i px: %s [SHELL-16]', (dx, counts) =>
    expect(isSwipeBack({ ...swipe, dx, ms: 100 })).toBe(counts),
  );
  it.each([
    [299, true],
    [300, false],
    [400, false],
  ])('in %i ms: %s [SHELL-17]', (ms, counts) => expect(isSwipeBack({ ...swipe, dx: 200, ms })).toBe(counts));
  it('at more than 0.3 px/ms [SHELL-18]', () => {
    expect(isSwipeBack({ ...swipe, dx: 60, ms: 250 })).toBe(false);
    expect(isSwipeBack({ ...swipe, dx: 60, ms: 200 })).toBe(false);
    expect(isSwipeBack({ ...swipe, dx: 61, ms: 200 })).toBe(true);
  });
  it('goes sideways, not down and not to the left', () => {
    expect(isSwipeBack({ ...swipe, dy: 130 })).toBe(false);
    expect(isSwipeBack({ ...swipe, dx: -120 })).toBe(false);
  });
});
