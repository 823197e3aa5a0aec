import { dayMs } from '@duet/contract/limits';
import { dateFormat, relativeFormat } from './formats.ts';
import type { T } from './language.ts';

const minute = 60_000;
const hour = 60 * minute;

interface Words {
  readonly language: string;
  readonly t: T;
}

type Moment = string | null | undefined;

/** Writes a time, or the words for one that is missing or cannot be read (decisions §4). */
function written(value: Moment, t: T, write: (time: Date) => string): string {
  if (!value) return t('time.unknown');
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? t('time.recently') : write(time);
}

/** '5 minutes ago', 'yesterday', and from a week on the date. */
export function relativeTime(value: Moment, { language, t }: Words, now = Date.now()): string {
  return written(value, t, (time) => {
    const age = now - time.getTime();
    if (age < minute) return t('time.now');
    const words = relativeFormat(language);
    if (age < hour) return words.format(-Math.floor(age / minute), 'minute');
    if (age < dayMs) return words.format(-Math.floor(age / hour), 'hour');
    if (age < 7 * dayMs) return words.format(-Math.floor(age / dayMs), 'day');
    return shortDate(time, language, new Date(now));
  });
}

function shortDate(time: Date, language: string, now: Date): string {
  const form: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
  if (time.getFullYear() !== now.getFullYear()) form.year = 'numeric';
  return dateFormat(language, form).format(time);
}

/** The date, written out: '20 November 2026'. */
export function fullDate(value: Moment, { language, t }: Words): string {
  return written(value, t, (time) => dateFormat(language, { dateStyle: 'long' }).format(time));
}

/** Date and time of day: '20 Nov 2026, 14:05'. */
export function dateAndTime(value: Moment, { language, t }: Words): string {
  const form = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return written(value, t, (time) => dateFormat(language, form).format(time));
}
