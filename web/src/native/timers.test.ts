import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeNative } from './fake.ts';
import { replacePlatform } from './platform.ts';
import { adaptStatusBar, startMemoryCleanup } from './timers.ts';

let takeBack: () => void = () => undefined;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  takeBack();
  vi.useRealTimers();
});

function phone(platform: 'ios' | 'android' | 'web'): FakeNative {
  const fake = new FakeNative(platform);
  takeBack = replacePlatform(fake);
  return fake;
}

describe('the status bar', () => {
  it('is called once, 500 ms after the last change [NAT-05]', () => {
    const { statusBars } = phone('ios');
    adaptStatusBar('light');
    vi.advanceTimersByTime(499);
    adaptStatusBar('dark');
    adaptStatusBar('light');
    adaptStatusBar('dark');
    vi.advanceTimersByTime(499);
    expect(statusBars).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(statusBars).toEqual(['dark']);
    vi.advanceTimersByTime(5000);
    expect(statusBars).toEqual(['dark']);
  });
});

describe('the memory cleanup', () => {
  it('runs every 60 s on iOS [NAT-06]', () => {
    phone('ios');
    const clean = vi.fn();
    const stop = startMemoryCleanup(clean);
    vi.advanceTimersByTime(59_999);
    expect(clean).toHaveBeenCalledTimes(0);
    vi.advanceTimersByTime(1);
    expect(clean).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(120_000);
    expect(clean).toHaveBeenCalledTimes(3);
    stop();
    vi.advanceTimersByTime(120_000);
    expect(clean).toHaveBeenCalledTimes(3);
  });

  it.each(['android', 'web'] as const)('runs nowhere else: %s', (platform) => {
    phone(platform);
    const clean = vi.fn();
    startMemoryCleanup(clean);
    vi.advanceTimersByTime(600_000);
    expect(clean).not.toHaveBeenCalled();
  });
});
