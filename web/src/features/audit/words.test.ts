import { expect, it } from 'vitest';
import { en } from '../../i18n/en.ts';
import type { T } from '../../i18n/language.ts';
import { ro } from '../../i18n/ro.ts';
import { translator } from '../../i18n/translate.ts';
import { sentenceOf } from './words.ts';

const ana = { _id: 'ana', username: 'ana_maria', displayName: '' };
const line = { _id: '1', at: '2026-11-23T00:00:00.000Z', subject: ana, details: {} };

it('tells who signed other devices out from whom the command line signed out', () => {
  const english = translator('en', en) as T;
  const own = { ...line, action: 'sessions.end', actor: ana, address: '10.0.0.0/24' };
  const byCommand = { ...line, action: 'sessions.end', actor: null, address: '' };
  expect(sentenceOf(own, english)).toBe('ana_maria signed other devices out');
  expect(sentenceOf(byCommand, english)).toBe('The command line signed ana_maria out everywhere');
  expect(sentenceOf(byCommand, translator('ro', ro) as T)).toBe(
    'Linia de comandă a deconectat toate dispozitivele lui ana_maria',
  );
});
