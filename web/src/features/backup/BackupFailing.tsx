import type { BackupFailure, BackupFaultReason } from '@duet/contract/backup/shapes';
import { TriangleAlert } from 'lucide-react';
import type { PlainKey } from '../../i18n/language.ts';
import { useTexts } from '../../i18n/language.ts';
import { dateAndTime } from '../../i18n/time.ts';
import styles from './BackupFailing.module.css';

/** Why a backup could not be made, and what to do. */
export const backupReasons: Readonly<Record<BackupFaultReason, PlainKey>> = {
  diskFull: 'dashboard.backupDiskFull',
  noAccess: 'dashboard.backupNoAccess',
  folderGone: 'dashboard.backupFolderGone',
  siteDamaged: 'dashboard.backupSiteDamaged',
  other: 'dashboard.backupOther',
};

interface BackupFailingProps {
  readonly failure: BackupFailure;
}

/** Says that the nightly backup fails, why, and what to do; it stays until one succeeds. */
export function BackupFailing({ failure }: BackupFailingProps) {
  const words = useTexts();
  const { t } = words;
  return (
    <div className={styles.notice} role="alert" data-notice="backupFailed">
      <TriangleAlert size={22} aria-hidden />
      <div>
        <h3>{t('dashboard.backupFailed')}</h3>
        <p>{t(backupReasons[failure.reason] ?? backupReasons.other)}</p>
        <p className={styles.since}>
          {t('dashboard.backupFailedSince', { when: dateAndTime(failure.at, words) })}
        </p>
      </div>
    </div>
  );
}
