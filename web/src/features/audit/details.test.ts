import { expect, it } from 'vitest';
import { en } from '../../i18n/en.ts';
import type { T } from '../../i18n/language.ts';
import { ro } from '../../i18n/ro.ts';
import { translator } from '../../i18n/translate.ts';
import { detailsOf } from './details.ts';

const english = { language: 'en', t: translator('en', en) as T } as const;
const romanian = { language: 'ro', t: translator('ro', ro) as T } as const;
const said = (details: Parameters<typeof detailsOf>[0]['details'], words: Parameters<typeof detailsOf>[1]) =>
  detailsOf({ details }, words).map(([, text]) => text);

it('says the figures of a line in words', () => {
  expect(said({ views_extra: 24 }, english)).toEqual(['24 extra views']);
  expect(said({ likes_extra: 1 }, romanian)).toEqual(['1 apreciere suplimentară']);
  expect(said({ files: 12, bytes: 2048, failed: 1 }, english)).toEqual([
    '12 files',
    '2.0 KB',
    '1 file could not be deleted',
  ]);
  expect(said({ role: 'admin' }, romanian)).toEqual(['rol: admin']);
});

it('says in words how something was done, and leaves out ids and what is not so', () => {
  expect(said({ link: true }, english)).toEqual(['by a password link']);
  expect(said({ how: 'totp' }, romanian)).toEqual(['cu un cod din aplicația de autentificare']);
  expect(said({ owner: '01a2', postType: 'gallery', published: false }, english)).toEqual(['a draft']);
  expect(said({ files: 0, secrets: false }, english)).toEqual(['0 files']);
  expect(said({ role: 'user', uses: 1 }, english)).toEqual(['role: user', 'for one person']);
});

it('leaves what it does not know as it is', () => {
  expect(said({ call: 'GET /api/users', files: 'many' }, english)).toEqual([
    'call: GET /api/users',
    'files: many',
  ]);
});
