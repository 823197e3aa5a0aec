import { describe, expect, it } from 'vitest';
import { latestWeek, nextWeek } from './week.ts';

const at = (text: string) => Date.parse(text);
const iso = (moment: number) => new Date(moment).toISOString();

describe('the week of the weekly mail', () => {
  it('ends on Monday at eight in the time of the site', () => {
    const week = latestWeek(at('2026-11-23T06:00:00Z'), 'Europe/Bucharest');
    expect([week.name, iso(week.until), iso(week.from)]).toEqual([
      '2026-11-23',
      '2026-11-23T06:00:00.000Z',
      '2026-11-16T06:00:00.000Z',
    ]);
    expect(latestWeek(at('2026-11-23T05:59:59Z'), 'Europe/Bucharest').name).toBe('2026-11-16');
    expect(latestWeek(at('2026-11-29T23:00:00Z'), 'Europe/Bucharest').name).toBe('2026-11-23');
  });

  it('is as long as the clocks say, where they are changed in it', () => {
    const week = latestWeek(at('2026-03-30T12:00:00Z'), 'Europe/Bucharest');
    expect([iso(week.from), iso(week.until)]).toEqual([
      '2026-03-23T06:00:00.000Z',
      '2026-03-30T05:00:00.000Z',
    ]);
  });

  it('ends at eight of the new time, where the clocks were changed in the night before', () => {
    expect(iso(latestWeek(at('1990-01-03T00:00:00Z'), 'America/Lima').until)).toBe(
      '1990-01-01T12:00:00.000Z',
    );
  });

  it.each(['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Asia/Kathmandu'])(
    'meets the one before and the one after it in %s',
    (timeZone) => {
      for (let now = at('2026-01-01T00:00:00Z'); now < at('2026-12-31T00:00:00Z'); now += 37 * 3_600_000) {
        const week = latestWeek(now, timeZone);
        expect(week.until).toBeLessThanOrEqual(now);
        expect(latestWeek(week.until - 1, timeZone).until).toBe(week.from);
        const next = nextWeek(now, timeZone);
        expect(next).toBeGreaterThan(now);
        expect(latestWeek(next, timeZone).from).toBe(week.until);
      }
    },
  );
});
