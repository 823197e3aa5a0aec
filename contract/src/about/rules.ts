import type { TextKey } from '../texts/texts.ts';

const form = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A day of the Gregorian calendar that exists, as `yyyy-mm-dd`, from the year 1900 on. */
export function calendarDayFault(day: string): TextKey | null {
  const [, year = '', month = '', date = ''] = form.exec(day) ?? [];
  if (Number(year) < 1900) return 'calendarDayInvalid';
  const found = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)));
  return found.toISOString().slice(0, 10) === day ? null : 'calendarDayInvalid';
}
