import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startFocusFix } from './focus-fix.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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
