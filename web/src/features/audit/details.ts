import type { AuditLine } from '@duet/contract/audit/shapes';
import type { BackupFaultReason } from '@duet/contract/backup/shapes';
import type { Joining, Reading } from '@duet/contract/site/shapes';
import type { PlainKey, useTexts } from '../../i18n/language.ts';
import { sizeText } from '../../i18n/size.ts';
import { dateAndTime } from '../../i18n/time.ts';
import { backupReasons } from '../backup/index.ts';

type Words = Pick<ReturnType<typeof useTexts>, 't' | 'language'>;
type Value = AuditLine['details'][string];

/** What is said of a value that is one of a few, or a yes. */
const said: Readonly<Record<string, PlainKey>> = {
  'how totp': 'audit.detailByCode',
  'how recoveryCode': 'audit.detailByRecoveryCode',
  'how passkey': 'audit.detailByPasskey',
  'link true': 'audit.detailByLink',
  'passkey true': 'audit.detailByPasskey',
  'secondStep true': 'audit.detailAtSecondStep',
  'waits true': 'audit.detailWaits',
  'role admin': 'audit.detailRoleAdmin',
  'role user': 'audit.detailRoleUser',
  'secrets true': 'audit.detailWithKeys',
  'database false': 'audit.detailWithoutDatabase',
  'published false': 'audit.detailDraft',
  'interrupted true': 'cleanup.stopped',
  'code ADMIN_REQUIRED': 'audit.detailAdminOnly',
  'code SECOND_STEP_REQUIRED': 'audit.detailSecondStep',
  'which old': 'audit.detailOldDrafts',
  'which all': 'audit.detailAllDrafts',
};

/** What is said of a number. */
const counted = {
  views_extra: 'audit.detailViews',
  likes_extra: 'audit.detailLikes',
  before: 'audit.detailBefore',
  sessions: 'audit.detailSessions',
  tokens: 'audit.detailTokens',
  passkeys: 'audit.detailPasskeys',
  uses: 'audit.detailUses',
  days: 'audit.detailDays',
  drafts: 'dashboard.numberDrafts',
  files: 'cleanup.fileCount',
  failed: 'cleanup.failedFiles',
  faults: 'audit.detailFaults',
} as const;

const isCounted = (name: string): name is keyof typeof counted => Object.hasOwn(counted, name);

/** Ids and codes, which say nothing to a person, and what the sentence of the line says already. */
const silent: ReadonlySet<string> = new Set(['comment', 'owner', 'invitation', 'postType', 'code']);

/** The facts and figures of a line in words, each with its name. One that this app does not know stands as it is. */
export function detailsOf({ details }: Pick<AuditLine, 'details'>, words: Words): [string, string][] {
  return Object.entries(withoutRepetition(details)).flatMap(([name, value]): [string, string][] => {
    const text = detail(name, value, words);
    return text === null ? [] : [[name, text]];
  });
}

/** What was changed is not named where its new value is told as well. */
function withoutRepetition({ changed, ...others }: AuditLine['details']): AuditLine['details'] {
  if (typeof changed !== 'string') return others;
  const rest = changed.split(', ').filter((name) => !Object.hasOwn(others, name));
  return { ...(rest.length > 0 && { changed: rest.join(', ') }), ...others };
}

function detail(name: string, value: Value, words: Words): string | null {
  const { t, language } = words;
  const known = said[`${name} ${value}`];
  if (known) return t(known);
  if (silent.has(name) || typeof value === 'boolean') return null;
  if (name === 'role') return t('audit.detailRole', { role: String(value) });
  if (name === 'reason' && Object.hasOwn(backupReasons, value)) {
    return t(backupReasons[value as BackupFaultReason]);
  }
  const listed = listedDetail(name, value, words);
  if (listed !== null) return listed;
  // Of the backup that was restored.
  if (name === 'of') return t('audit.detailOf', { date: dateAndTime(String(value), words) });
  if (name === 'call') return String(value);
  if (typeof value === 'number' && isCounted(name)) return t(counted[name], { count: value });
  if (typeof value === 'number' && name === 'bytes') return sizeText(value, language);
  return `${name}: ${value}`;
}

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
function listedDetail(
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
