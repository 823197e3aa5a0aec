import { describe, expect, it, vi } from 'vitest';
import { FakeNative } from './fake.ts';
import { hapticLimiter, hapticTap } from './haptics.ts';
import { replacePlatform } from './platform.ts';

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

describe('hapticTap', () => {
  it('asks the phone at most five times a second, 100 ms apart [NAT-03, NAT-04]', () => {
    vi.useFakeTimers();
    const phone = new FakeNative();
    const takeBack = replacePlatform(phone);
    const since = Date.now();
    for (let ms = 0; ms < 2000; ms += 20) {
      hapticTap();
      vi.advanceTimersByTime(20);
    }
    takeBack();
    vi.useRealTimers();
    const at = phone.taps.map((moment) => moment - since);
    expect(at).toHaveLength(10);
    for (const moment of at) {
      expect(at.filter((other) => other >= moment && other < moment + 1000).length).toBeLessThanOrEqual(5);
      expect(at.filter((other) => other !== moment && Math.abs(other - moment) < 100)).toEqual([]);
    }
  });

  it('minds no phone that cannot', async () => {
    const phone = new FakeNative();
    phone.tap = () => Promise.reject(new Error('no motor'));
    const takeBack = replacePlatform(phone);
    expect(() => hapticTap()).not.toThrow();
    await Promise.resolve();
    takeBack();
  });
});
