import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextRefreshMs, Refresher } from './refresher.ts';

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

  it('tells at once of what was seen where it is seen no longer, once', async () => {
    const { began, refresher } = dependencies();
    refresher.show(true);
    await forward(500);
    refresher.tellSeen();
    refresher.show(false);
    await forward(0);
    expect(began).toEqual([0, 500]);
    refresher.show(true);
    refresher.show(false);
    await forward(60_000);
    expect(began).toEqual([0, 500]);
  });

  it('tells of what was seen while a refresh was under way, and was told of by none', async () => {
    const { began, refresher } = dependencies(1000);
    refresher.show(true);
    await forward(500);
    refresher.tellSeen();
    refresher.show(false);
    await forward(60_000);
    expect(began).toEqual([0, 1000]);
  });

  it('tells of nothing that was seen once something came that nobody has seen', async () => {
    const { began, refresher } = dependencies(1000);
    refresher.show(true);
    await forward(500);
    refresher.tellSeen();
    refresher.show(false);
    refresher.withdrawSeen();
    await forward(60_000);
    expect(began).toEqual([0]);
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

describe('the next refresh of messages', () => {
  it.each([
    ['the first one at once', { last: null, now: 0, visible: true, asked: false }, 0],
    ['every 15 s', { last: 1000, now: 1000, visible: true, asked: false }, 15_000],
    ['the rest of 15 s', { last: 1000, now: 13_500, visible: true, asked: false }, 2500],
    ['a late one now', { last: 1000, now: 99_000, visible: true, asked: false }, 0],
    ['one that is asked for now', { last: 1000, now: 4000, visible: true, asked: true }, 0],
    ['but never within 3 s', { last: 1000, now: 1500, visible: true, asked: true }, 2500],
    ['none while nobody looks', { last: 1000, now: 99_000, visible: false, asked: false }, null],
    ['not even the first', { last: null, now: 0, visible: false, asked: true }, null],
  ])('is %s [MSG-31, MSG-32, MSG-33]', (_, moment, expected) => {
    expect(nextRefreshMs(moment)).toBe(expected);
  });
});
