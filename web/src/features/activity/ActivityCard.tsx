import { shownName } from '@duet/contract/accounts/shown-name';
import type { Activity, ActivityType } from '@duet/contract/activity/shapes';
import { Heart, MessageCircle, ThumbsDown, ThumbsUp } from 'lucide-react';
import type { ComponentType } from 'react';
import { mediaAddress } from '../../api/client.ts';
import { type PlainKey, useTexts } from '../../i18n/language.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { classes } from '../../ui/classes.ts';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import styles from './ActivityCard.module.css';

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

interface ActivityCardProps {
  readonly activity: Activity;
  readonly onOpen: (postId: string) => void;
}

/** Who did what, when, and to which words; opens the post. */
export function ActivityCard({ activity, onOpen }: ActivityCardProps) {
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
