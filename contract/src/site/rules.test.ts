import { expect, it } from 'vitest';
import { accentFault, siteNameFault, timeZoneFault } from './rules.ts';

it('takes names of 1 to 40 characters in one line, of any script', () => {
  for (const name of [
    'A',
    'Ana & Dan',
    'Ștefan și Ioana',
    '💞'.repeat(40),
    `${'ș'.repeat(40)}`,
    ' padded ',
  ]) {
    expect([name, siteNameFault(name)]).toEqual([name, null]);
  }
  expect(siteNameFault('')).toBe('fieldRequired');
  expect(siteNameFault(' \u200b ')).toBe('fieldRequired');
  expect(siteNameFault('x'.repeat(41))).toBe('siteNameLength');
  expect(siteNameFault(` ${'x'.repeat(40)} `)).toBeNull();
  expect(siteNameFault('name\n')).toBeNull();
  for (const name of ['two\nlines', 'a\tb', 'a\u202eb', 'a\u0007b', 'a\ud800b']) {
    expect([name, siteNameFault(name)]).toEqual([name, 'fieldInvalid']);
  }
});

it('takes colours of six digits', () => {
  expect(['#c2335a', '#C2335A'].map(accentFault)).toEqual([null, null]);
  for (const colour of [
    '',
    'red',
    '#fff',
    '#c2335',
    '#c2335a80',
    'c2335a',
    '#c2335g',
    '#c2335a\n',
    ' #c2335a',
    '##c2335a',
  ]) {
    expect([colour, accentFault(colour)]).toEqual([colour, 'accentInvalid']);
  }
});

it('takes names of the time zone database', () => {
  for (const zone of [
    'Europe/Bucharest',
    'UTC',
    'America/Argentina/Buenos_Aires',
    'Etc/GMT+5',
    'Asia/Kolkata',
  ]) {
    expect([zone, timeZoneFault(zone)]).toEqual([zone, null]);
  }
  for (const zone of [
    '',
    'Europe/Nowhere',
    '+02:00',
    '../etc',
    'Europe/Bucharest ',
    ' UTC',
    '+UTC',
    'Moon',
  ]) {
    expect([zone, timeZoneFault(zone)]).toEqual([zone, 'timeZoneInvalid']);
  }
});
