import { expect, it } from 'vitest';
import { positionOfYear } from './scroll-to-year.ts';

it('the newest post of a year follows all of the later years', () => {
  const years = [
    { year: 2026, count: 12 },
    { year: 2025, count: 8 },
    { year: 2023, count: 25 },
    { year: 2019, count: 1 },
  ];
  expect(years.map(({ year }) => positionOfYear(years, year))).toEqual([
    { page: 1, index: 0 },
    { page: 1, index: 12 },
    { page: 2, index: 0 },
    { page: 3, index: 5 },
  ]);
});
