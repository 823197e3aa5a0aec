import { describe, expect, it } from 'vitest';
import { formatDay, timeSince } from './calendar-day.ts';

const on = (day: string) => new Date(`${day}T12:00:00`);

describe('since when', () => {
  it.each([
    ['2019-02-14', '2026-11-23', '7 years, 9 months', '7 ani, 9 luni'],
    ['2019-02-14', '2026-02-13', '6 years, 11 months', '6 ani, 11 luni'],
    ['2019-02-14', '2026-02-14', '7 years', '7 ani'],
    ['2025-11-23', '2026-11-23', '1 year', '1 an'],
    ['2026-10-23', '2026-11-23', '1 month', '1 lună'],
    ['2026-10-24', '2026-11-23', '30 days', '30 de zile'],
    ['2026-11-22', '2026-11-23', '1 day', '1 zi'],
    ['1996-11-23', '2026-11-23', '30 years', '30 de ani'],
    // The last day of a shorter month.
    ['2026-01-31', '2026-02-28', '1 month', '1 lună'],
    ['2024-02-29', '2025-02-28', '1 year', '1 an'],
    // Over the change of the clocks.
    ['2026-03-28', '2026-03-30', '2 days', '2 zile'],
  ])('%s, on %s', (day, now, en, ro) => {
    expect([timeSince(day, 'en', on(now)), timeSince(day, 'ro', on(now))]).toEqual([en, ro]);
  });

  it('says nothing of a day that is not over, or is none', () => {
    for (const day of ['2026-11-23', '2026-11-24', 'once', ''])
      expect([day, timeSince(day, 'en', on('2026-11-23'))]).toEqual([day, null]);
  });
});

it('writes a day as the same one everywhere', () => {
  expect([formatDay('2019-02-14', 'en-GB'), formatDay('2019-02-14', 'ro')]).toEqual([
    '14 February 2019',
    '14 februarie 2019',
  ]);
});
