import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ToggleQueue } from './toggle.ts';

/** A server whose answers come when the test says so. */
function dependencies() {
  const shown: number[] = [];
  const settled: [number, unknown?][] = [];
  const calls: { wanted: number; answer(state: number): void; fail(error: unknown): void }[] = [];
  const queue = new ToggleQueue<number>({
    debounceMs: 500,
    confirmed: 0,
    send: (wanted) =>
      new Promise((answer, fail) => {
        calls.push({ wanted, answer, fail });
      }),
    show: (state) => shown.push(state),
    settle: (...words) => settled.push(words),
  });
  return { queue, shown, settled, calls };
}

const turn = () => vi.advanceTimersByTimeAsync(0);

describe('a queue of one', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('shows at once and calls 500 ms after the last tap, once [POST-36] [POST-41]', () => {
    const { queue, shown, calls } = dependencies();
    queue.set(1);
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(400);
    queue.set(1);
    vi.advanceTimersByTime(499);
    expect(calls).toHaveLength(0);
    vi.advanceTimersByTime(1);
    expect(calls.map((call) => call.wanted)).toEqual([1]);
  });

  it("ends with the server's word", async () => {
    const { queue, settled, calls } = dependencies();
    queue.set(1);
    vi.advanceTimersByTime(500);
    calls[0]?.answer(7);
    await turn();
    expect(settled).toEqual([[7]]);
  });

  it('goes back to what was confirmed when the call fails [POST-37]', async () => {
    const { queue, settled, calls } = dependencies();
    queue.set(1);
    vi.advanceTimersByTime(500);
    const error = new Error('no');
    calls[0]?.fail(error);
    await turn();
    expect(settled).toEqual([[0, error]]);
    expect(queue.wanted).toBe(0);
  });

  it('lets one more call wait, with the newest wish, and settles after it', async () => {
    const { queue, settled, calls } = dependencies();
    queue.set(1);
    vi.advanceTimersByTime(500);
    queue.set(2);
    vi.advanceTimersByTime(500);
    queue.set(3);
    vi.advanceTimersByTime(500);
    expect(calls).toHaveLength(1);
    calls[0]?.answer(1);
    await turn();
    expect(settled).toEqual([]);
    expect(calls.map((call) => call.wanted)).toEqual([1, 3]);
    calls[1]?.answer(3);
    await turn();
    expect(settled).toEqual([[3]]);
  });

  it('does not settle under a tap whose call is still to come', async () => {
    const { queue, settled, calls } = dependencies();
    queue.set(1);
    vi.advanceTimersByTime(500);
    queue.set(2);
    calls[0]?.answer(1);
    await turn();
    expect(settled).toEqual([]);
    vi.advanceTimersByTime(500);
    expect(calls[1]?.wanted).toBe(2);
  });

  it('drops what waits when a call fails', async () => {
    const { queue, settled, calls } = dependencies();
    queue.set(1);
    vi.advanceTimersByTime(500);
    queue.set(2);
    calls[0]?.fail('no');
    await turn();
    vi.advanceTimersByTime(1000);
    expect(calls).toHaveLength(1);
    expect(settled).toEqual([[0, 'no']]);
  });

  it('calls at once when the page is about to go', () => {
    const { queue, calls } = dependencies();
    queue.set(1);
    queue.flush();
    queue.flush();
    expect(calls).toHaveLength(1);
    vi.advanceTimersByTime(1000);
    expect(calls).toHaveLength(1);
  });
});
