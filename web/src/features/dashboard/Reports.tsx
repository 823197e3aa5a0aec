import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/failure.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useTexts } from '../../i18n/language.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './Dashboard.module.css';
import { ReportCard } from './ReportCard.tsx';
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
