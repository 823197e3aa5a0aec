import type { AuditLine } from '@duet/contract/audit/shapes';
import type { BackupFaultReason } from '@duet/contract/backup/shapes';
import type { useTexts } from '../../i18n/language.ts';
import { sizeText } from '../../i18n/size.ts';
import { backupReasons } from '../backup/index.ts';

type Words = Pick<ReturnType<typeof useTexts>, 't' | 'language'>;

/** The facts and figures of a line in words, each with its name. One that this app does not know stands as it is. */
export function detailsOf({ details }: Pick<AuditLine, 'details'>, words: Words): [string, string][] {
  return Object.entries(details).map(([name, value]) => [name, detail(name, value, words)]);
}

function detail(name: string, value: string | number | boolean, { t, language }: Words): string {
  if (name === 'role') return t('audit.detailRole', { role: String(value) });
  if (name === 'reason' && Object.hasOwn(backupReasons, value as string)) {
    return t(backupReasons[value as BackupFaultReason]);
  }
  if (typeof value !== 'number') return `${name}: ${value}`;
  switch (name) {
    case 'views_extra':
      return t('audit.detailViews', { count: value });
    case 'likes_extra':
      return t('audit.detailLikes', { count: value });
    case 'before':
      return t('audit.detailBefore', { count: value });
    case 'sessions':
      return t('audit.detailSessions', { count: value });
    case 'drafts':
      return t('dashboard.numberDrafts', { count: value });
    case 'files':
      return t('cleanup.fileCount', { count: value });
    case 'failed':
      return t('cleanup.failedFiles', { count: value });
    case 'bytes':
      return sizeText(value, language);
    default:
      return `${name}: ${value}`;
  }
}
