import { describe, expect, it } from 'vitest';
import { dismisses } from './dismiss.ts';

describe('pulling a picture away', () => {
  it.each([
    ['far down', { dx: 10, dy: 130, ms: 900 }, true],
    ['far up', { dx: 10, dy: -130, ms: 900 }, true],
    ['short and fast', { dx: 0, dy: 40, ms: 60 }, true],
    ['short and slow', { dx: 0, dy: 40, ms: 400 }, false],
    ['to the side', { dx: 200, dy: 130, ms: 100 }, false],
    ['a tap', { dx: 0, dy: 3, ms: 1 }, false],
  ])('%s', (_, pull, closes) => {
    expect(dismisses(pull)).toBe(closes);
  });
});
