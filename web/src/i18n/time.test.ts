import { describe, expect, it } from 'vitest';
import { en } from './en.ts';
import type { T } from './language.ts';
import { ro } from './ro.ts';
import { dateAndTime, fullDate, relativeTime } from './time.ts';
import { translator } from './translate.ts';

const english = { language: 'en', t: translator('en', en) as T };
const romanian = { language: 'ro', t: translator('ro', ro) as T };
const now = Date.parse('2026-11-20T12:00:00Z');
const ago = (ms: number) => new Date(now - ms).toISOString();
const minute = 60_000;

describe('relative times', () => {
  it.each([
    [0, 'just now', 'chiar acum'],
    [-5 * minute, 'just now', 'chiar acum'],
    [5 * minute, '5 minutes ago', 'acum 5 minute'],
    [25 * minute, '25 minutes ago', 'acum 25 de minute'],
    [60 * minute, '1 hour ago', 'acum 1 oră'],
    [24 * 60 * minute, 'yesterday', 'ieri'],
    [8 * 24 * 60 * minute, 'Nov 12', '12 nov.'],
    [400 * 24 * 60 * minute, 'Oct 16, 2025', '16 oct. 2025'],
  ])('%i ms ago', (age, inEnglish, inRomanian) => {
    expect(relativeTime(ago(age), english, now)).toBe(inEnglish);
    expect(relativeTime(ago(age), romanian, now)).toBe(inRomanian);
  });
});

describe.each([relativeTime, fullDate, dateAndTime])('$name', (write) => {
  it("says 'Recently' for what cannot be read [SHELL-87]", () => {
    expect(write('x', english)).toBe('Recently');
    expect(write('x', romanian)).toBe('Recent');
  });
  it.each([[null], [undefined], ['']])("says 'Unknown date' for %j [SHELL-88]", (missing) => {
    expect(write(missing, english)).toBe('Unknown date');
    expect(write(missing, romanian)).toBe('Dată necunoscută');
  });
});
