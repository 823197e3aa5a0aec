import { expect, it } from 'vitest';
import { ConfirmedClock } from './confirmed-clock.ts';

const minute = 60 * 1000;
const hour = 60 * minute;
const day = 24 * hour;
const start = 1_795_000_000_000;

/** A machine whose time passes and whose clock is set, and what is believed of it. */
function machine(since: number | null = null) {
  let up = 5000;
  let set = start;
  const clock = new ConfirmedClock({ now: () => set }, { since, monotonic: () => up });
  return {
    pass: (ms: number) => {
      up += ms;
      set += ms;
    },
    set: (ms: number) => {
      set += ms;
    },
    since: () => clock.now() - start,
  };
}

it('goes with the wall clock while nobody sets it', () => {
  const { pass, since } = machine();
  expect(since()).toBe(0);
  pass(5 * day);
  expect(since()).toBe(5 * day);
});

it('follows a clock that drifts, and one that is set back', () => {
  const { pass, set, since } = machine();
  for (let n = 0; n < 110; n += 1) {
    pass(hour);
    set(1000);
    since();
  }
  expect(since()).toBe(110 * (hour + 1000));
  set(-10 * hour);
  expect(since()).toBe(100 * hour + 110_000);
});

it('believes a clock that has jumped ahead after a day in which it did not jump again', () => {
  const { pass, set, since } = machine();
  set(30 * day);
  expect(since()).toBe(0);
  pass(23 * hour);
  expect(since()).toBe(23 * hour);
  set(hour);
  expect(since()).toBe(23 * hour);
  pass(23 * hour);
  expect(since()).toBe(46 * hour);
  pass(hour);
  expect(since()).toBe(30 * day + 47 * hour + hour);
});

it('takes a minute for drift, and for the same jump', () => {
  const { pass, set, since } = machine();
  set(minute);
  expect(since()).toBe(minute);
  set(30 * day);
  expect(since()).toBe(minute);
  pass(23 * hour);
  set(minute);
  expect(since()).toBe(23 * hour + minute);
  pass(hour);
  expect(since()).toBe(31 * day + 2 * minute);
});

it('forgets a jump that was taken back', () => {
  const { pass, set, since } = machine();
  set(30 * day);
  since();
  pass(hour);
  set(-30 * day);
  expect(since()).toBe(hour);
  pass(2 * day);
  expect(since()).toBe(2 * day + hour);
});

it('begins with the newest moment that is known, and comes to believe the wall clock', () => {
  const { pass, since } = machine(start - 3 * day);
  expect(since()).toBe(-3 * day);
  pass(day);
  expect(since()).toBe(day);
  expect(machine(start + day).since()).toBe(0);
});
