import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeNative } from './fake.ts';
import { replacePlatform } from './platform.ts';
import { adaptStatusBar, startFocusFix, startMemoryCleanup } from './timers.ts';

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

describe('the focus fix', () => {
  const focused = (isHidden: boolean) => ({ closest: () => (isHidden ? {} : null), blur: vi.fn() });
  const page = (activeElement: object, hidden = false) => {
    const marked = { removeAttribute: vi.fn() };
    return { hidden, activeElement, querySelectorAll: () => [marked], marked };
  };

  it('runs every 300 ms: takes the focus out of what is hidden, and a mark off what is shown [NAT-07]', () => {
    const field = focused(true);
    const behind = page(field);
    const stop = startFocusFix(behind as unknown as Document);
    vi.advanceTimersByTime(299);
    expect(field.blur).toHaveBeenCalledTimes(0);
    vi.advanceTimersByTime(1);
    expect(field.blur).toHaveBeenCalledTimes(1);
    expect(behind.marked.removeAttribute).toHaveBeenCalledWith('aria-hidden');
    vi.advanceTimersByTime(900);
    expect(field.blur).toHaveBeenCalledTimes(4);
    stop();
    vi.advanceTimersByTime(900);
    expect(field.blur).toHaveBeenCalledTimes(4);
  });

  it('leaves the focus where it is seen, and rests while the app is not', () => {
    const [seen, away] = [focused(false), focused(true)];
    const stops = [page(seen), page(away, true)].map((one) => startFocusFix(one as unknown as Document));
    vi.advanceTimersByTime(3000);
    expect(seen.blur).not.toHaveBeenCalled();
    expect(away.blur).not.toHaveBeenCalled();
    for (const stop of stops) stop();
  });
});
