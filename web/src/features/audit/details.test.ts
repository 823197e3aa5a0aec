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
  expect(said({ role: 'admin' }, romanian)).toEqual(['rol: administrator']);
});

it('says in words how something was done, and leaves out ids and what is not so', () => {
  expect(said({ link: true }, english)).toEqual(['by a password link']);
  expect(said({ how: 'totp' }, romanian)).toEqual(['cu un cod din aplicația de autentificare']);
  expect(said({ owner: '01a2', postType: 'gallery', published: false }, english)).toEqual(['a draft']);
  expect(said({ files: 0, secrets: false }, english)).toEqual(['0 files']);
  expect(said({ role: 'user', uses: 1 }, english)).toEqual(['role: user', 'for one person']);
});

it('says which settings of the site were changed, and to what', () => {
  const joining = { changed: 'icon_paths, joining, name, time_zone', joining: 'approval' };
  expect(said(joining, english)).toEqual([
    'changed: icon, name, time zone',
    'may create an account: Everybody, once an admin has agreed',
  ]);
  expect(said({ changed: 'cover_path, reading', reading: 'members' }, romanian)).toEqual([
    'schimbat: imaginea de copertă',
    'poate citi: Cei care au un cont',
  ]);
});

it('does not name a setting twice', () => {
  expect(said({ changed: 'joining', joining: 'closed' }, english)).toEqual([
    'may create an account: Nobody on their own',
  ]);
});

it('says in words what a token may do, which folders were cleaned, what was restored and what was refused', () => {
  expect(said({ scopes: 'read admin', days: 30 }, english)).toEqual(['may: Read, Administer', 'for 30 days']);
  expect(said({ directories: 'photos,profile' }, romanian)).toEqual(['Fotografii, Fotografii de profil']);
  expect(said({ of: '2026-06-15T09:00:00.000Z' }, english)).toEqual([
    expect.stringMatching(/^made on .*2026/),
  ]);
  expect(said({ code: 'ADMIN_REQUIRED', call: 'GET /api/users' }, english)).toEqual([
    'admins only',
    'GET /api/users',
  ]);
});

it('leaves what it does not know as it is', () => {
  expect(said({ changed: 'weather', files: 'many' }, english)).toEqual(['changed: weather', 'files: many']);
});
