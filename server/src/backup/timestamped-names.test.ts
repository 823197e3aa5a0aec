import { expect, it } from 'vitest';
import { byAge, excessOf } from './timestamped-names.ts';

it('a backup of a time that has not come counts as the oldest', () => {
  const names = ['2026-11-19T02-00-00Z', '2026-11-20T02-00-00Z', '2036-11-20T02-00-00Z'];
  const [first, second, ahead] = names;
  expect(byAge(names, '2026-11-20T02-00-00Z')).toEqual([ahead, first, second]);
  expect(byAge(names, '2026-11-19T12-00-00Z')).toEqual([second, ahead, first]);
  expect(byAge(names, '2016-01-01T00-00-00Z')).toEqual(names);
  expect(byAge([], '2026-11-20T02-00-00Z')).toEqual([]);
});

it('a backup of a clock that is behind takes the place of no other', () => {
  const behind = '2023-01-01T00-00-05Z';
  const names = [behind, '2026-11-19T02-00-00Z', '2026-11-20T02-00-00Z'];
  expect(excessOf(names, behind, 2)).toEqual([]);
  // The next one, of a clock that is right again, lets it go.
  const made = '2026-11-21T02-00-00Z';
  expect(excessOf([...names, made], made, 3)).toEqual([behind]);
  expect(excessOf([made], made, 1)).toEqual([]);
});
