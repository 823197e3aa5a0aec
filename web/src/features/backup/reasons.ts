import type { BackupFaultReason } from '@duet/contract/backup/shapes';
import type { PlainKey } from '../../i18n/language.ts';

/** Why a backup could not be made, and what to do. */
export const backupReasons: Readonly<Record<BackupFaultReason, PlainKey>> = {
  diskFull: 'dashboard.backupDiskFull',
  noAccess: 'dashboard.backupNoAccess',
  folderGone: 'dashboard.backupFolderGone',
  siteDamaged: 'dashboard.backupSiteDamaged',
  other: 'dashboard.backupOther',
};
