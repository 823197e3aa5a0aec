import type { SiteStats } from '@duet/contract/dashboard/shapes';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/failure.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useTexts } from '../../i18n/language.ts';
import { sizeText } from '../../i18n/size.ts';
import { dateAndTime } from '../../i18n/time.ts';
import { Part } from '../../offline/Part.tsx';
import { classes } from '../../ui/classes.ts';
import { Skeleton } from '../../ui/Loading.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { BackupFailing } from '../backup/index.ts';
import shared from './Dashboard.module.css';
import charts from './DayCharts.module.css';
import styles from './Stats.module.css';

const DayCharts = lazy(() => import('./DayCharts.tsx'));

/** What an owner looks for first: how much there is, what failed, and how the last days went. */
export function Stats() {
  const { t } = useTexts();
  const { data, isPending, isError, error, refetch, isFetching } = useSiteStats();
  return (
    <>
      <section className={shared.section} aria-label={t('dashboard.numbers')} aria-busy={isPending}>
        <h2>{t('dashboard.numbers')}</h2>
        {isError && (
          <ErrorState
            message={failureText(error, t('dashboard.statsFailed'))}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )}
        {isPending && <Skeletons />}
        {data?.backupFailure && <BackupFailing failure={data.backupFailure} />}
        {data && <Tiles numbers={data} />}
      </section>
      {isPending && <ChartSkeletons />}
      {data && (
        <Part>
          <Suspense fallback={<ChartSkeletons />}>
            <DayCharts days={data.days} />
          </Suspense>
        </Part>
      )}
    </>
  );
}

function Skeletons() {
  return (
    <div className={styles.tiles}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className={styles.waiting} />
      ))}
    </div>
  );
}

function ChartSkeletons() {
  const { t } = useTexts();
  return (
    <section className={shared.section} aria-label={t('dashboard.charts')} aria-busy="true">
      <h2>{t('dashboard.charts')}</h2>
      <div className={charts.charts}>
        {['a', 'b', 'c'].map((key) => (
          <Skeleton key={key} shape="block" className={styles.chart} />
        ))}
      </div>
    </section>
  );
}

function Tiles({ numbers }: { readonly numbers: SiteStats }) {
  const words = useTexts();
  const { t, language } = words;
  const { posts, people, comments, storage, failedVideos, version } = numbers;
  const { lastBackup, lastBackupWithoutDatabase, backupFailure } = numbers;
  const written = (count: number) => new Intl.NumberFormat(language).format(count);
  return (
    <dl className={styles.tiles}>
      <Tile name={t('dashboard.numberPosts')} value={written(posts.published)}>
        {t('dashboard.numberDrafts', { count: posts.drafts })}
      </Tile>
      <Tile name={t('dashboard.numberPeople')} value={written(people.active)}>
        <span>{t('dashboard.numberAdmins', { count: people.admins })} ·</span>{' '}
        <span>{t('dashboard.numberDeleted', { count: people.deleted })}</span>
      </Tile>
      <Tile name={t('dashboard.numberComments')} value={written(comments)} />
      <Tile name={t('dashboard.numberStorage')} value={sizeText(storage.bytes, language)}>
        {t('dashboard.numberFiles', { count: storage.files })}
      </Tile>
      <Tile
        name={t('dashboard.numberFailedVideos')}
        value={written(failedVideos)}
        tone={failedVideos > 0 ? 'bad' : undefined}
      />
      <Tile
        name={t('dashboard.numberBackup')}
        value={lastBackup ? dateAndTime(lastBackup, words) : t('dashboard.numberBackupNever')}
        tone={lastBackup && !backupFailure ? undefined : 'bad'}
        small
      >
        {lastBackupWithoutDatabase && t('dashboard.numberBackupMediaOnly')}
      </Tile>
      <div className={styles.line}>
        <dt>{t('dashboard.numberVersion')}</dt>
        <dd>{version}</dd>
      </div>
    </dl>
  );
}

interface TileProps {
  readonly name: string;
  readonly value: string;
  readonly tone?: 'bad' | undefined;
  /** Words rather than a figure. */
  readonly small?: boolean;
  readonly children?: ReactNode;
}

function Tile({ name, value, tone, small, children }: TileProps) {
  return (
    <div className={styles.tile}>
      <dt>{name}</dt>
      <dd className={classes(styles.value, tone && styles[tone], small && styles.small)}>{value}</dd>
      {children && <dd className={styles.more}>{children}</dd>}
    </div>
  );
}

/** How the site is; asked for once by all sections that show a part of it. */
export const useSiteStats = () =>
  useQuery({
    queryKey: queryKeys.stats,
    queryFn: async ({ signal }) => (await call('dashboard.stats', { signal })).data.numbers,
    staleTime: 0,
  });
