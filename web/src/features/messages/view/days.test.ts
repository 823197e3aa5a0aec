import { describe, expect, it } from 'vitest';
import { en } from '../../../i18n/en.ts';
import type { T } from '../../../i18n/language.ts';
import { ro } from '../../../i18n/ro.ts';
import { translator } from '../../../i18n/translate.ts';
import { dayName, isSameDay, timeOfDay } from './days.ts';

const words = {
  en: { language: 'en', t: translator('en', en) as T },
  ro: { language: 'ro', t: translator('ro', ro) as T },
};
const now = new Date(2026, 10, 20, 9, 0);
const at = (month: number, day: number, hour = 12, year = 2026) =>
  new Date(year, month - 1, day, hour).toISOString();

describe('the days of a conversation', () => {
  it.each([
    [at(11, 20, 0), 'Today', 'Astăzi'],
    [at(11, 19, 23), 'Yesterday', 'Ieri'],
    [at(11, 16), 'Monday', 'Luni'],
    [at(11, 14), 'Saturday', 'Sâmbătă'],
    [at(11, 13), 'Fri, November 13', 'Vin., 13 noiembrie'],
    [at(1, 2, 12, 2025), 'Thu, January 2, 2025', 'Joi, 2 ianuarie 2025'],
    ['nonsense', 'Recently', 'Recent'],
  ])('%s', (value, english, romanian) => {
    expect(dayName(value, words.en, now)).toBe(english);
    expect(dayName(value, words.ro, now)).toBe(romanian);
  });

  it('change at midnight here', () => {
    expect(isSameDay(at(11, 19, 23), at(11, 20, 0))).toBe(false);
    expect(isSameDay(at(11, 20, 0), at(11, 20, 23))).toBe(true);
    expect(isSameDay('nonsense', at(11, 20))).toBe(true);
  });

  it('have hours as the language writes them', () => {
    expect(timeOfDay(new Date(2026, 0, 1, 14, 5).toISOString(), 'ro')).toBe('14:05');
    expect(timeOfDay('nonsense', 'en')).toBe('');
  });
});
