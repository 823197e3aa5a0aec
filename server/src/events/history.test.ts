import { expect, it } from 'vitest';
import { History, historyLimits } from './history.ts';

const event = (n: number, text = 'x') => ({
  id: `id-${String(n).padStart(4, '0')}`,
  text,
  adminsOnly: false,
});

it('knows what followed what it still has', () => {
  const history = new History('begin');
  expect([history.after('begin'), history.lastId]).toEqual([[], 'begin']);
  for (let n = 1; n <= 3; n += 1) history.add(event(n));
  expect(history.after('begin')?.map(({ id }) => id)).toEqual(['id-0001', 'id-0002', 'id-0003']);
  expect(history.after('id-0001')?.map(({ id }) => id)).toEqual(['id-0002', 'id-0003']);
  expect(history.after('id-0002')?.map(({ id }) => id)).toEqual(['id-0003']);
  expect(history.after(history.lastId)).toEqual([]);
  expect(history.after('never')).toBeNull();
});

it('forgets what is too old, and knows that it did', () => {
  const history = new History('begin');
  for (let n = 1; n <= historyLimits.events + 5; n += 1) history.add(event(n));
  expect(history.after('begin')).toBeNull();
  expect(history.after('id-0004')).toBeNull();
  expect(history.after('id-0005')).toHaveLength(historyLimits.events);
});

it('is bounded by what it holds as well', () => {
  const history = new History('begin');
  for (let n = 1; n <= 10; n += 1) history.add(event(n, 'y'.repeat(historyLimits.characters / 4)));
  expect(history.after('id-0006')).toHaveLength(4);
  expect(history.after('id-0005')).toBeNull();
});
