import { shownName } from '@duet/contract/accounts/shown-name';
import type { Report } from '@duet/contract/comments/shapes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, mediaAddress } from '../../api/client.ts';
import { CallFailure, failureText } from '../../api/failure.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { retryOnce, untilGone } from '../../api/retry-once.ts';
import { useTexts } from '../../i18n/language.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { confirm } from '../../ui/confirm.ts';
import { Badge } from '../../ui/IconButton.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { toast } from '../../ui/toast.ts';
import { Username } from '../../ui/Username.tsx';
import { ReportCounts, reasonLabel } from '../comments/report/index.ts';
import styles from './Dashboard.module.css';
import cards from './Reports.module.css';

/** The comments that people reported and no admin has handled yet. */
export function Reports({ onOpenPost }: { readonly onOpenPost: (postId: string) => void }) {
  const { t } = useTexts();
  const queries = useQueryClient();
  const reports = useQuery({
    queryKey: queryKeys.reports,
    queryFn: async ({ signal }) => (await call('comments.reports', { signal })).data.reports,
    staleTime: 0,
  });
  const open = reports.data ?? [];

  // The header's badge counts open reports as well.
  const handled = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: queryKeys.allComments }),
      queries.invalidateQueries({ queryKey: queryKeys.unreadActivity }),
    ]);

  return (
    <section className={styles.section} aria-label={t('dashboard.reports')}>
      <h2>
        {t('dashboard.reports')}
        <Badge count={open.length} />
      </h2>
      {reports.isPending && <Skeleton shape="block" className={cards.waiting} />}
      {reports.isError && (
        <ErrorState
          message={failureText(reports.error, t('dashboard.reportsFailed'))}
          onRetry={() => void reports.refetch()}
          retrying={reports.isFetching}
        />
      )}
      {reports.isSuccess && open.length === 0 && <p className={cards.none}>{t('dashboard.noReports')}</p>}
      {open.length > 0 && (
        <ul className={cards.reports}>
          {open.map((report) => (
            <ReportCard
              key={report.comment._id}
              report={report}
              onOpenPost={onOpenPost}
              onHandled={handled}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Whether a report is another one than was seen, and still waits for an admin. */
const isStillOpen = (error: unknown): boolean =>
  error instanceof CallFailure &&
  error.code === 'CHANGED_MEANWHILE' &&
  (error.answer as { data?: { report?: Report | null } }).data?.report != null;

interface ReportCardProps {
  readonly report: Report;
  readonly onOpenPost: (postId: string) => void;
  /** Loads the reports again. */
  readonly onHandled: () => Promise<unknown>;
}

/** A reported comment: what it says, where it stands, what for it was reported, and what to do with it. */
function ReportCard({ report, onOpenPost, onHandled }: ReportCardProps) {
  const { t } = useTexts();
  const [busy, setBusy] = useState<'keep' | 'delete' | null>(null);
  const [changed, setChanged] = useState(false);
  const { comment, post, reasons } = report;
  const photo = comment.profilePictureUrl;

  async function handle(action: 'keep' | 'delete') {
    const yes =
      action === 'keep' ||
      (await confirm({
        title: t('dashboard.deleteReportedTitle'),
        text: t('dashboard.deleteReportedText'),
        confirmLabel: t('actions.delete'),
        danger: true,
      }));
    if (!yes) return;
    setBusy(action);
    setChanged(false);
    try {
      const seen = { reported_at: report.reported_at, updated_at: comment.updated_at };
      const handle = () =>
        call('comments.handleReport', { params: { commentId: comment._id }, body: { action, seen } });
      await (action === 'keep' ? retryOnce(handle) : untilGone(handle, 'COMMENT_NOT_FOUND'));
      toast.success(t(action === 'keep' ? 'dashboard.kept' : 'dashboard.deletedReported'));
    } catch (error) {
      if (isStillOpen(error)) setChanged(true);
      else toast.error(failureText(error, t('dashboard.handleFailed')));
    } finally {
      await onHandled();
      setBusy(null);
    }
  }

  return (
    <li className={cards.report} data-comment-id={comment._id}>
      <div className={cards.head}>
        <Avatar name={shownName(comment)} src={photo && mediaAddress(photo)} size="small" />
        <div>
          <strong>
            <bdi>{shownName(comment)}</bdi>
          </strong>
          <Username of={comment} />
          <button type="button" aria-haspopup="dialog" onClick={() => onOpenPost(post._id)}>
            {t('dashboard.underPost', { username: shownName(post) })}
          </button>
        </div>
        <TimeAgo value={report.reported_at} className={cards.time} />
      </div>
      <p className={cards.text} dir="auto">
        {comment.text}
      </p>
      <ReportCounts reports={reasons} />
      <Reporters reporters={report.reporters} />
      {changed && (
        <p role="alert" className={cards.changed}>
          {t('dashboard.reportChanged')}
        </p>
      )}
      <div className={cards.buttons}>
        <Button
          variant="secondary"
          size="small"
          busy={busy === 'keep'}
          disabled={busy !== null}
          onClick={() => handle('keep')}
        >
          {t('dashboard.keep')}
        </Button>
        <Button
          variant="danger"
          size="small"
          busy={busy === 'delete'}
          disabled={busy !== null}
          onClick={() => handle('delete')}
        >
          {t('dashboard.deleteReported')}
        </Button>
      </div>
    </li>
  );
}

/** Who reported it, and for what. */
function Reporters({ reporters }: Pick<Report, 'reporters'>) {
  const { t } = useTexts();
  return (
    <ul className={cards.reporters} aria-label={t('dashboard.reporters')}>
      {reporters.map(({ _id, reason, created_at, ...names }) => (
        <li key={_id}>
          {t('dashboard.reportedBy', { username: shownName(names), reason: t(reasonLabel(reason)) })}{' '}
          <TimeAgo value={created_at} />
        </li>
      ))}
    </ul>
  );
}
