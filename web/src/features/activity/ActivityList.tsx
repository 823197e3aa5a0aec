import { type PlainKey, useTexts } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { BackupFailing } from '../backup/index.ts';
import { ActivityCard } from './ActivityCard.tsx';
import styles from './ActivityList.module.css';
import { activityFailure } from './failure.ts';
import type { ActivityFilter, useActivity } from './use-activity.ts';

const filters: readonly (readonly [ActivityFilter, PlainKey])[] = [
  ['comments', 'activity.comments'],
  ['all', 'activity.all'],
];

interface ActivityListProps {
  readonly activity: ReturnType<typeof useActivity>;
  readonly onOpenPost: (postId: string) => void;
}

/** What people did, with the choice between comments and everything. */
export function ActivityList({ activity, onOpenPost }: ActivityListProps) {
  const { t } = useTexts();
  const { filter, choose, list, acts, notices } = activity;
  return (
    <div className={styles.activity}>
      <ActivityToggle value={filter} onChoose={choose} />
      {notices.map((notice) => (
        <div key={notice.type} className={styles.notice}>
          <BackupFailing failure={notice} />
        </div>
      ))}
      {list.isPending && <Loading />}
      {list.isError && acts.length === 0 && (
        <ErrorState
          message={activityFailure.textOf(list.error)}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.isSuccess && acts.length === 0 && (
        <EmptyState title={t('activity.emptyTitle')} text={t('activity.emptyText')} />
      )}
      {acts.length > 0 && (
        <ul className={styles.list} aria-label={t('activity.list')}>
          {acts.map((act) => (
            <li key={act._id}>
              <ActivityCard activity={act} onOpen={onOpenPost} />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          variant="secondary"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
          className={styles.more}
        >
          {t('activity.more')}
        </Button>
      )}
    </div>
  );
}

const rows = [...Array(7).keys()];

function Loading() {
  const { t } = useTexts();
  return (
    <div className={styles.list} aria-busy="true">
      <p role="status" className="visually-hidden">
        {t('activity.loading')}
      </p>
      {rows.map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton shape="circle" />
          <div>
            <Skeleton width={`${30 + ((row * 13) % 25)}%`} />
            <Skeleton width={`${50 + ((row * 17) % 40)}%`} />
          </div>
        </div>
      ))}
    </div>
  );
}

interface ActivityToggleProps {
  readonly value: ActivityFilter;
  readonly onChoose: (filter: ActivityFilter) => void;
}

/** Comments only, or everything. */
function ActivityToggle({ value, onChoose }: ActivityToggleProps) {
  const { t } = useTexts();
  return (
    <fieldset className={styles.toggle}>
      <legend className="visually-hidden">{t('activity.filter')}</legend>
      {filters.map(([filter, label]) => (
        <button key={filter} type="button" aria-pressed={filter === value} onClick={() => onChoose(filter)}>
          {t(label)}
        </button>
      ))}
    </fieldset>
  );
}
