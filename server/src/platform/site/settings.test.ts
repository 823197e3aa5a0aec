import { expect, it } from 'vitest';
import type { Config } from '../config/config.ts';
import type { SiteSettingsRow } from '../db/schema/site.ts';
import { isKnownOpen, isOpen, settingsOf } from './settings.ts';

const row = (changes: Partial<SiteSettingsRow> = {}) =>
  ({
    reading: 'everybody',
    joining: 'open',
    icon_paths: null,
    admins_need_second_step: 0,
    cover_path: null,
    time_zone: 'UTC',
    ...changes,
  }) as SiteSettingsRow;
const config = (registration: Config['registration'] = null) => ({ registration }) as Config;

it.each([
  ['everybody', 'open', null, 'open'],
  ['everybody', 'closed', null, 'closed'],
  ['invited', 'open', null, 'invitation'],
  ['invited', 'approval', null, 'invitation'],
  ['invited', 'closed', null, 'closed'],
  ['invited', 'open', 'open', 'open'],
  ['everybody', 'open', 'closed', 'closed'],
] as const)(
  'of a site that %s reads and whose joining is %s, with DUET_REGISTRATION %s, accounts come by %s',
  (reading, joining, registration, expected) => {
    expect(settingsOf(row({ reading, joining }), config(registration)).joining).toBe(expected);
  },
);

it('are read from their row', () => {
  const settings = settingsOf(
    row({
      icon_paths: '{"32":"a"}',
      admins_need_second_step: 1,
      cover_path: 'b',
      time_zone: 'Europe/Bucharest',
    }),
    config(),
  );
  expect(settings).toMatchObject({
    iconPaths: { 32: 'a' },
    adminsNeedSecondStep: true,
    coverPath: 'b',
    timeZone: 'Europe/Bucharest',
  });
  expect(settingsOf(row(), config())).toMatchObject({ iconPaths: null, adminsNeedSecondStep: false });
});

it('open the site to guests only where that is known', () => {
  const cache = (value: unknown) => ({ peek: () => value }) as Parameters<typeof isKnownOpen>[0];
  expect([isOpen({ reading: 'everybody' }), isOpen({ reading: 'members' })]).toEqual([true, false]);
  expect(isKnownOpen(cache(undefined))).toBe(false);
  expect(isKnownOpen(cache({ reading: 'invited' }))).toBe(false);
  expect(isKnownOpen(cache({ reading: 'everybody' }))).toBe(true);
});
