import { dayMs } from '@duet/contract/limits';
import type { T } from '../../../i18n/language.ts';

interface Words {
  readonly language: string;
  readonly t: T;
}

/** Calendar days on this device, as numbers that can be compared; null where a time cannot be read. */
function dayNumber(time: Date): number | null {
  if (Number.isNaN(time.getTime())) return null;
  return Math.round(Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / dayMs);
}

/** Whether two moments (ISO 8601) lie on the same day here. A time that cannot be read begins no day. */
export function isSameDay(one: string, other: string): boolean {
  const [a, b] = [dayNumber(new Date(one)), dayNumber(new Date(other))];
  return a === null || b === null || a === b;
}

/** 'Today', 'Yesterday', 'Monday' within a week, then the date; with the year where it is another one. */
export function dayName(value: string, { language, t }: Words, now = new Date()): string {
  const time = new Date(value);
  const [day, today] = [dayNumber(time), dayNumber(now)];
  if (day === null || today === null) return t('time.recently');
  if (day === today) return t('messages.today');
  if (day === today - 1) return t('messages.yesterday');
  const form: Intl.DateTimeFormatOptions =
    day < today && day > today - 7
      ? { weekday: 'long' }
      : { weekday: 'short', day: 'numeric', month: 'long' };
  if (time.getFullYear() !== now.getFullYear() && form.month) form.year = 'numeric';
  const name = new Intl.DateTimeFormat(language, form).format(time);
  return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1);
}

/** '14:05', or nothing where it cannot be read. */
export function timeOfDay(value: string, language: string): string {
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) return '';
  return new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }).format(time);
}
