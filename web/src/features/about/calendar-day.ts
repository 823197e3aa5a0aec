import { dayMs } from '@duet/contract/limits';
import { dateFormat, numberFormat } from '../../i18n/formats.ts';

const dayForm = /^(\d{4})-(\d{2})-(\d{2})$/;

interface Day {
  readonly year: number;
  readonly month: number;
  readonly date: number;
}

function dayOf(text: string): Day | null {
  const [, year, month, date] = dayForm.exec(text) ?? [];
  return year && month && date ? { year: Number(year), month: Number(month), date: Number(date) } : null;
}

const utc = ({ year, month, date }: Day): number => Date.UTC(year, month - 1, date);

/** A calendar day, written out: '14 February 2019'. It is the same day wherever one is. */
export function formatDay(text: string, language: string): string {
  const day = dayOf(text);
  return day ? dateFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(utc(day)) : text;
}

/**
 * How long since a calendar day, in whole years and months, or in days where it is less than a month: '7 years, 9 months'. Null
 * for a day that is not over yet.
 */
export function timeSince(text: string, language: string, now: Date): string | null {
  const from = dayOf(text);
  if (!from) return null;
  const today = { year: now.getFullYear(), month: now.getMonth() + 1, date: now.getDate() };
  const days = Math.round((utc(today) - utc(from)) / dayMs);
  if (days < 1) return null;
  const months = (today.year - from.year) * 12 + today.month - from.month - (isBefore(today, from) ? 1 : 0);
  const parts = [
    [Math.floor(months / 12), 'year'],
    [months % 12, 'month'],
    [months < 1 ? days : 0, 'day'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) =>
      numberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
    )
    .join(', ');
}

/** Whether the month has not come as far yet. Who began on the 31st has a month over on the last day of a shorter one. */
function isBefore(today: Day, from: Day): boolean {
  const last = new Date(Date.UTC(today.year, today.month, 0)).getUTCDate();
  return today.date < Math.min(from.date, last);
}
