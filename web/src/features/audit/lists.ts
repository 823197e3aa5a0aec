import type { Joining, Reading } from '@duet/contract/site/shapes';
import type { PlainKey, useTexts } from '../../i18n/language.ts';

/** Details that name one or more of a few things: what each is called, and how they are divided. */
interface Named {
  readonly names: Readonly<Record<string, PlainKey>>;
  readonly divider: string;
  readonly sentence:
    | 'audit.detailChanged'
    | 'audit.detailReading'
    | 'audit.detailJoining'
    | 'audit.detailList'
    | 'audit.detailScopes';
}

const reading: Readonly<Record<Reading, PlainKey>> = {
  everybody: 'site.readingEverybody',
  members: 'site.readingMembers',
  invited: 'site.readingInvited',
};

const joining: Readonly<Record<Joining, PlainKey>> = {
  open: 'site.joiningOpen',
  invitation: 'site.joiningInvitation',
  approval: 'site.joiningApproval',
  closed: 'site.joiningClosed',
};

const named: Readonly<Record<string, Named>> = {
  changed: {
    divider: ', ',
    sentence: 'audit.detailChanged',
    // The columns of the settings (server/src/platform/db/schema/site.ts).
    names: {
      name: 'audit.settingName',
      line: 'audit.settingLine',
      accent: 'audit.settingAccent',
      cover_path: 'audit.settingCover',
      icon_paths: 'audit.settingIcon',
      language: 'audit.settingLanguage',
      time_zone: 'audit.settingTimeZone',
      reading: 'audit.settingReading',
      joining: 'audit.settingJoining',
    },
  },
  reading: { divider: ', ', sentence: 'audit.detailReading', names: reading },
  joining: { divider: ', ', sentence: 'audit.detailJoining', names: joining },
  directories: {
    divider: ',',
    sentence: 'audit.detailList',
    names: {
      photos: 'cleanup.directoryPhotos',
      videos: 'cleanup.directoryVideos',
      profile: 'cleanup.directoryProfile',
    },
  },
  scopes: {
    divider: ' ',
    sentence: 'audit.detailScopes',
    names: { read: 'tokens.read', write: 'tokens.write', admin: 'tokens.admin' },
  },
};

/** The words of such a detail in the person's language; null where it is none, or names what this app does not know. */
export function listedDetail(
  name: string,
  value: unknown,
  { t }: Pick<ReturnType<typeof useTexts>, 't'>,
): string | null {
  const known = Object.hasOwn(named, name) ? named[name] : undefined;
  if (!known || typeof value !== 'string') return null;
  const keys = value
    .split(known.divider)
    .map((one) => (Object.hasOwn(known.names, one) ? known.names[one] : null));
  if (!keys.every((key) => key != null)) return null;
  return t(known.sentence, { list: keys.map((key) => t(key)).join(', ') });
}
