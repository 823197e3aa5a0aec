import { describe, expect, it } from 'vitest';
import { hapticLimiter } from './haptics.ts';

describe('taps to feel', () => {
  it('are at least 100 ms apart [NAT-04]', () => {
    const may = hapticLimiter();
    expect([0, 99, 100, 150, 200].map(may)).toEqual([true, false, true, false, true]);
  });
  it('are at most five a second [NAT-03]', () => {
    const may = hapticLimiter();
    const moments = [0, 150, 300, 450, 600, 750, 900, 999, 1000, 1100];
    expect(moments.map(may)).toEqual([true, true, true, true, true, false, false, false, true, false]);
  });
});
