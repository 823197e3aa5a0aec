import { expect, it } from 'vitest';
import { calendarDayFault } from './rules.ts';

it.each(['2019-02-14', '1900-01-01', '2024-02-29', '2026-12-31'])('%s is a day', (day) => {
  expect(calendarDayFault(day)).toBeNull();
});

it.each(['', 'yesterday', '2023-02-29', '2019-13-01', '2019-00-10', '2019-04-31', '1899-12-31', '2019-2-14'])(
  '"%s" is none',
  (day) => expect(calendarDayFault(day)).toBe('calendarDayInvalid'),
);

it('takes nothing beside the day', () => {
  for (const day of ['2019-02-14T10:00:00Z', ' 2019-02-14', '2019-02-14\n', '+12019-02-14']) {
    expect([day, calendarDayFault(day)]).toEqual([day, 'calendarDayInvalid']);
  }
});
