import type { Comment, ReportReason } from '@duet/contract/comments/shapes';
import { Flag } from 'lucide-react';
import { useTexts } from '../../../i18n/language.ts';
import styles from './Report.module.css';

/** The reasons as they travel, and the texts that people read. */
export const reasons = [
  { reason: 'Spam', label: 'comments.reasonSpam' },
  { reason: 'Inappropriate Content', label: 'comments.reasonInappropriate' },
  { reason: 'Harassment', label: 'comments.reasonHarassment' },
  { reason: 'Other', label: 'comments.reasonOther' },
] as const satisfies readonly { reason: ReportReason; label: string }[];

/** The text of a reason. */
export const reasonLabel = (wanted: ReportReason) =>
  reasons.find(({ reason }) => reason === wanted)?.label ?? 'comments.reasonOther';

/** For admins: what a comment was reported for, and how often. */
export function ReportCounts({ reports }: { readonly reports: NonNullable<Comment['reports']> }) {
  const { t, language } = useTexts();
  const numbers = new Intl.NumberFormat(language);
  if (reports.length === 0) return null;
  return (
    <p className={styles.counts}>
      <Flag size={14} aria-hidden />
      {t('comments.reportedFor')}
      {reasons.flatMap(({ reason, label }) => {
        const count = reports.find((report) => report.reason === reason)?.count;
        return count ? [<span key={reason}>{`${t(label)} · ${numbers.format(count)}`}</span>] : [];
      })}
    </p>
  );
}
