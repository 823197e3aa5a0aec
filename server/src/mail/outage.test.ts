import { mailLimits } from '@duet/contract/mail/limits';
import { expect, it } from 'vitest';
import { Outage } from './outage.ts';

const { firstPauseMs, maxPauseMs } = mailLimits;

it('waits twice as long after each failure, up to a bound, and not at all after a success', () => {
  const outage = new Outage();
  expect(outage.isOver(0)).toBe(true);
  let now = 0;
  for (let failures = 0; failures < 30; failures += 1) {
    outage.note(now);
    const pause = Math.min(maxPauseMs, firstPauseMs * 2 ** failures);
    expect([outage.isOver(now), outage.isOver(now + pause - 1)]).toEqual([false, false]);
    expect(outage.isOver(now + pause)).toBe(true);
    now += pause;
  }
  outage.end();
  expect(outage.isOver(0)).toBe(true);
  outage.note(0);
  expect([outage.isOver(firstPauseMs - 1), outage.isOver(firstPauseMs)]).toEqual([false, true]);
});

it('waits no longer where the clock was ahead and is set back', () => {
  const outage = new Outage();
  outage.note(10 * maxPauseMs);
  expect(outage.isOver(0)).toBe(true);
  expect(outage.isOver(10 * maxPauseMs)).toBe(false);
});
