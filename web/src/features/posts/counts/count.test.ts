import { describe, expect, it } from 'vitest';
import { parseCount } from './count.ts';

describe('an extra count', () => {
  it.each([
    ['0', 0],
    [' 42 ', 42],
    ['1000000000', 1_000_000_000],
  ])('%j is taken', (text, count) => {
    expect(parseCount(text)).toBe(count);
  });

  it.each(['-1', '1.5', 'x', '', '1e3', '+4', '1000000001'])('%j is refused [POST-63] [POST-64]', (text) => {
    expect(parseCount(text)).toBeNull();
  });
});
