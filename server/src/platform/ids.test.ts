import { expect, it } from 'vitest';
import { createIds, timeOf } from './ids.ts';

it('makes UUIDv7 that sort in the order in which they were made', () => {
  const ids = createIds();
  const made = Array.from({ length: 50_000 }, () => ids.next());
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
  for (const id of made.slice(0, 100)) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});

it('keeps the order when the clock goes back or stands still', () => {
  const times = [1_795_194_001_942, 1_795_194_001_942, 1_795_194_001_000, 1_795_194_001_943];
  const ids = createIds(() => times.shift() ?? 1_795_194_001_943);
  const made = Array.from({ length: 10_000 }, () => ids.next());
  expect(made.toSorted()).toEqual(made);
  expect(Number.parseInt((made[0] ?? '').replace('-', '').slice(0, 12), 16)).toBe(1_795_194_001_942);
});

it('goes on after an id of another process', () => {
  const ahead = createIds(() => 1_795_194_001_942 + 86_400_000);
  const ids = createIds(() => 1_795_194_001_942);
  for (let n = 0; n < 3; n += 1) {
    const other = [ahead.next(), ahead.next()].at(-1) ?? '';
    ids.observe(other);
    expect(ids.next() > other).toBe(true);
  }
  const before = ids.next();
  for (const other of ['', 'z', 'ffffffff-ffff-4fff-8fff-ffffffffffff', createIds(() => 1).next()])
    ids.observe(other);
  expect(ids.next().slice(0, 13)).toBe(before.slice(0, 13));
});

it('is not led back by an older id of the same moment', () => {
  const ids = createIds(() => 1_795_194_001_942);
  const [first = '', , last = ''] = [ids.next(), ids.next(), ids.next()];
  ids.observe(first);
  expect(ids.next() > last).toBe(true);
});

it('makes ids that nobody can guess, also where two processes make them in one moment', () => {
  const processes = [createIds(() => 1_795_194_001_942), createIds(() => 1_795_194_001_942)];
  const ends = processes.flatMap((ids) => Array.from({ length: 100 }, () => ids.next().slice(-16)));
  expect(new Set(ends).size).toBe(200);
});

it('says when an id was made', () => {
  expect(timeOf(createIds(() => 1_795_194_001_942).next())).toBe(1_795_194_001_942);
  expect(timeOf('poison-1')).toBeNull();
});
