import { limits } from '@duet/contract/limits';
import { describe, expect, it } from 'vitest';
import { DeliverySlots, type Head } from './delivery-slots.ts';

const { atOnce, perOrigin, perPerson } = limits.push;
const second = 1000;

let made = 0;
const heads = (count: number, user_id: string, origin: string): Head[] =>
  Array.from({ length: count }, () => {
    made += 1;
    return { notice_id: `n${made}`, subscription_id: `s${made}`, user_id, origin };
  });
const failed = (afterMs = 0) => ({ result: 'failed', afterMs }) as const;

/** Lets the notifications of these people fail, one after the other. */
function fail(slots: DeliverySlots, people: readonly string[], at: number, afterMs = 0): void {
  for (const person of people) {
    const [head] = slots.choose(heads(1, person, 'a'), at) as [Head];
    slots.end(head, failed(afterMs), at);
  }
}
const takes = (slots: DeliverySlots, at: number, person = 'somebody'): number => {
  const chosen = slots.choose(heads(3, person, 'a'), at);
  for (const head of chosen) slots.end(head, null, at);
  return chosen.length;
};

describe('slots', () => {
  it('are bounded in all, by person and by push service', () => {
    const slots = new DeliverySlots();
    expect(slots.choose(heads(20, 'ana', 'a'), 0)).toHaveLength(perPerson);
    const others = Array.from({ length: 30 }, (_, n) => heads(1, `p${n}`, 'a')).flat();
    expect(slots.choose(others, 0)).toHaveLength(perOrigin - perPerson);
    const many = Array.from({ length: 100 }, (_, n) => heads(1, `q${n}`, `o${n}`)).flat();
    expect(slots.choose(many, 0)).toHaveLength(atOnce - perOrigin);
    expect(slots.inFlight).toBe(atOnce);
  });

  it('are one for a device, whatever the clock says of its lease', () => {
    const slots = new DeliverySlots();
    const [head] = heads(1, 'ana', 'a') as [Head];
    expect(slots.choose([head], 0)).toEqual([head]);
    expect(slots.choose([head, { ...head, notice_id: 'later' }], 1_000_000)).toEqual([]);
    slots.end(head, null, 1_000_000);
    expect(slots.choose([head], 1_000_000)).toEqual([head]);
  });

  it('go first to people, then to push services, with the fewest', () => {
    const slots = new DeliverySlots();
    const waiting = [...heads(2, 'ana', 'a'), ...heads(1, 'dan', 'a'), ...heads(1, 'eve', 'b')];
    expect(slots.choose(waiting, 0).map(({ user_id }) => user_id)).toEqual(['ana', 'eve', 'dan', 'ana']);
    expect(waiting).toEqual([]);
    const elsewhere = [...heads(1, 'ana', 'a'), ...heads(1, 'ana', 'c'), ...heads(1, 'dan', 'a')];
    expect(new DeliverySlots().choose(elsewhere, 0).map(({ user_id }) => user_id)).toEqual([
      'ana',
      'dan',
      'ana',
    ]);
  });
});

describe('a push service', () => {
  it('that fails for one person alone is left to everybody', () => {
    const slots = new DeliverySlots();
    fail(slots, ['ana', 'ana', 'ana'], 0);
    expect(takes(slots, 0)).toBe(3);
  });

  it('that fails for several is waited for, twice as long each time, at most 15 minutes', () => {
    const slots = new DeliverySlots();
    let now = 0;
    fail(slots, ['ana', 'dan'], now);
    for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
      expect([seconds, takes(slots, now + seconds * second - 1)]).toEqual([seconds, 0]);
      now += seconds * second;
      expect([seconds, takes(slots, now)]).toEqual([seconds, 1]);
      fail(slots, ['eve'], now);
    }
  });

  it('is waited for as long as it asks, an hour at most', () => {
    const slots = new DeliverySlots();
    fail(slots, ['ana', 'dan'], 0, 300 * second);
    expect([takes(slots, 299 * second), takes(slots, 300 * second)]).toEqual([0, 1]);
    fail(slots, ['ana'], 300 * second, 86_400 * second);
    expect([takes(slots, 3899 * second), takes(slots, 3900 * second)]).toEqual([0, 1]);
  });

  it('that takes one again has all its slots again', () => {
    const slots = new DeliverySlots();
    fail(slots, ['ana', 'dan'], 0);
    const [probe] = slots.choose(heads(1, 'eve', 'a'), 30 * second) as [Head];
    slots.end(probe, { result: 'answered' }, 30 * second);
    expect(takes(slots, 30 * second)).toBe(3);
  });

  it('is not waited for longer because the clock was set back', () => {
    const slots = new DeliverySlots();
    fail(slots, ['ana', 'dan'], 10_000 * second);
    expect(takes(slots, 0)).toBe(1);
  });

  it('is waited for no longer because of what was under way when the wait began, unless it asks for it', () => {
    for (const [asks, waits] of [
      [0, 30],
      [40, 41],
    ] as const) {
      const slots = new DeliverySlots();
      const underWay = ['ana', 'dan', 'eve'].flatMap((person) => heads(1, person, 'a'));
      const [ana, dan, eve] = slots.choose(underWay, 0) as [Head, Head, Head];
      for (const head of [ana, dan]) slots.end(head, failed(), 0);
      expect(takes(slots, 0)).toBe(0);
      slots.end(eve, failed(asks * second), second);
      expect([takes(slots, waits * second - 1), takes(slots, waits * second)]).toEqual([0, 1]);
    }
  });

  it('is remembered to fail among the 1,000 that failed last', () => {
    const slots = new DeliverySlots();
    const failElsewhere = (origins: number) => {
      for (let n = 0; n < origins; n += 1) {
        const [head] = slots.choose(heads(1, 'ana', `${made}`), 0) as [Head];
        slots.end(head, failed(), 0);
      }
    };
    fail(slots, ['ana', 'dan'], 0);
    failElsewhere(999);
    expect(takes(slots, 0)).toBe(0);
    fail(slots, ['eve'], 30 * second);
    failElsewhere(999);
    expect(takes(slots, 30 * second)).toBe(0);
    failElsewhere(1);
    expect(takes(slots, 30 * second)).toBe(3);
  });
});
