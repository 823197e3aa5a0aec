import type { Comment, ReportReason } from '@duet/contract/comments/shapes';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { failureText, needsSignIn } from '../../../api/failure.ts';
import { retryOnce } from '../../../api/retry-once.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { toast } from '../../../ui/toast.ts';
import { changeComment } from '../cache.ts';
import { askToSignIn } from '../sign-in-detour.ts';
import styles from './Report.module.css';

interface ReportSheetProps {
  readonly comment: Comment;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Tells the admins what is wrong with a comment, for one of four reasons. */
export function ReportSheet({ comment, open, onClose }: ReportSheetProps) {
  const { t } = useTexts();
  const [sending, setSending] = useState<ReportReason | null>(null);

  async function report(reason: ReportReason) {
    setSending(reason);
    try {
      const send = () => call('comments.report', { params: { id: comment._id }, body: { reason } });
      const { data } = await retryOnce(send);
      changeComment(comment._id, data.comment);
      toast.success(t('comments.reported'));
      onClose();
    } catch (error) {
      if (needsSignIn(error)) askToSignIn('comment', comment.post_id);
      else toast.error(failureText(error, t('comments.reportFailed')));
    } finally {
      setSending(null);
    }
  }

  return (
    <Sheet open={open} onClose={onClose} title={t('comments.reportTitle')}>
      <p className={styles.why}>{t('comments.reportText')}</p>
      <ul className={styles.reasons}>
        {reasons.map(({ reason, label }) => (
          <li key={reason}>
            <Button
              block
              variant="secondary"
              busy={sending === reason}
              disabled={sending !== null}
              onClick={() => void report(reason)}
            >
              {t(label)}
            </Button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** The reasons as they travel, and the texts that people read. */
const reasons = [
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
