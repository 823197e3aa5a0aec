import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refresher } from './refresher.ts';

/** Notes when each refresh began; `lasts` is how long one takes, in ms. */
function dependencies(lasts = 0) {
  const began: number[] = [];
  const refresher = new Refresher(async () => {
    began.push(Date.now());
    if (lasts > 0) await new Promise((resolve) => setTimeout(resolve, lasts));
  });
  return { began, refresher };
}

const forward = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a refresher', () => {
  beforeEach(() => vi.useFakeTimers({ now: 0 }));
  afterEach(() => vi.useRealTimers());

  it('begins when it is seen, and goes on every 15 s [MSG-31]', async () => {
    const { began, refresher } = dependencies();
    await forward(60_000);
    expect(began).toEqual([]);
    refresher.show(true);
    await forward(45_000);
    expect(began).toEqual([60_000, 75_000, 90_000, 105_000]);
  });

  it('rests while it is not seen, and begins at once on coming back [MSG-32]', async () => {
    const { began, refresher } = dependencies();
    refresher.show(true);
    await forward(5000);
    refresher.show(false);
    await forward(60_000);
    refresher.show(true);
    await forward(0);
    expect(began).toEqual([0, 65_000]);
  });

  it('keeps 3 s between refreshes, however often one is asked for [MSG-33]', async () => {
    const { began, refresher } = dependencies();
    refresher.show(true);
    await forward(500);
    for (let n = 0; n < 5; n += 1) {
      void refresher.ask();
      refresher.show(false);
      refresher.show(true);
    }
    await forward(10_000);
    expect(began).toEqual([0, 3000]);
  });

  it('answers after a refresh that began since', async () => {
    const { began, refresher } = dependencies(1000);
    refresher.show(true);
    await forward(500);
    let done = false;
    void refresher.ask().then(() => {
      done = true;
    });
    await forward(600);
    expect([began, done]).toEqual([[0], false]);
    await forward(3000);
    expect([began, done]).toEqual([[0, 3000], true]);
  });

  it('never runs twice at a time', async () => {
    const { began, refresher } = dependencies(20_000);
    refresher.show(true);
    await forward(16_000);
    void refresher.ask();
    expect(began).toEqual([0]);
    await forward(4000);
    expect(began).toEqual([0, 20_000]);
  });

  it('lets nobody wait for what nobody sees', async () => {
    const { refresher } = dependencies();
    refresher.show(true);
    await forward(0);
    const asked = refresher.ask();
    refresher.show(false);
    await expect(asked).resolves.toBeUndefined();
  });

  it('is asked for what happened since a moment only where it has not looked since', async () => {
    const { began, refresher } = dependencies();
    refresher.show(true);
    await forward(5000);
    refresher.askSince(-1);
    await forward(5000);
    expect(began).toEqual([0]);
    refresher.askSince(performance.now());
    await forward(0);
    expect(began).toEqual([0, 10_000]);
  });

  it('goes on after a failure', async () => {
    let tries = 0;
    const refresher = new Refresher(async () => {
      tries += 1;
      throw new Error('no');
    });
    refresher.show(true);
    await forward(15_000);
    expect(tries).toBe(2);
  });
});
