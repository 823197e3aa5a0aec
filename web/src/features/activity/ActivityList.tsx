import { shownName } from '@duet/contract/accounts/shown-name';
import type { Activity, ActivityType } from '@duet/contract/activity/shapes';
import { Heart, MessageCircle, ThumbsDown, ThumbsUp } from 'lucide-react';
import type { ComponentType } from 'react';
import { mediaAddress } from '../../api/client.ts';
import { type PlainKey, useTexts } from '../../i18n/language.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Skeleton } from '../../ui/Loading.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { BackupFailing } from '../backup/index.ts';
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
          {acts.filter(isKnown).map((act) => (
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

interface Kind {
  readonly deed: PlainKey;
  readonly Icon: ComponentType<{ size: number; 'aria-hidden': boolean }>;
}

const kinds: Readonly<Record<ActivityType, Kind>> = {
  comment: { deed: 'activity.comment', Icon: MessageCircle },
  like: { deed: 'activity.like', Icon: Heart },
  comment_like: { deed: 'activity.commentLike', Icon: ThumbsUp },
  comment_dislike: { deed: 'activity.commentDislike', Icon: ThumbsDown },
};

/** A server that is newer than an installed app may tell of more. */
const isKnown = ({ type }: Activity): boolean => type in kinds;

interface ActivityCardProps {
  readonly activity: Activity;
  readonly onOpen: (postId: string) => void;
}

/** Who did what, when, and to which words; opens the post. */
function ActivityCard({ activity, onOpen }: ActivityCardProps) {
  const { t } = useTexts();
  const { user, type, content } = activity;
  const { deed, Icon } = kinds[type];
  const photo = user.profilePictureUrl;
  return (
    <button
      type="button"
      className={styles.card}
      data-activity-type={type}
      aria-haspopup="dialog"
      onClick={() => onOpen(activity.post._id)}
    >
      <span className={styles.person}>
        <Avatar name={shownName(user)} src={photo && mediaAddress(photo)} />
        <span className={classes(styles.sign, styles[type])}>
          <Icon size={12} aria-hidden />
        </span>
      </span>
      <span className={styles.words}>
        <span className={styles.head}>
          <span className={styles.deed}>
            <bdi className={styles.name}>{shownName(user)}</bdi> {t(deed)}
          </span>
          <TimeAgo value={activity.created_at} className={styles.time} />
        </span>
        {content && (
          <span className={classes(styles.content, type !== 'comment' && styles.quoted)} dir="auto">
            {content}
          </span>
        )}
      </span>
    </button>
  );
}
