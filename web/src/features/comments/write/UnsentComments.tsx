import { shownName } from '@duet/contract/accounts/shown-name';
import { CircleAlert, WifiOff } from 'lucide-react';
import { mediaAddress } from '../../../api/client.ts';
import { useTexts } from '../../../i18n/language.ts';
import { useUser } from '../../../session/session.ts';
import type { KnownUser } from '../../../session/stored-user.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { tryAgain } from './send-unsent.ts';
import styles from './UnsentComments.module.css';
import { type UnsentComment, unsentComments, useUnsentComments } from './unsent-comments.ts';

/** What one wrote under a post and the server does not have: waiting for a network, or refused with the reason. */
export function UnsentComments({ postId }: { readonly postId: string }) {
  const { t } = useTexts();
  const user = useUser();
  const unsent = useUnsentComments(user?._id).filter((comment) => comment.postId === postId);
  if (!user || unsent.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t('comments.unsent')}>
      {unsent.map((comment) => (
        <UnsentItem key={comment.clientId} comment={comment} author={user} />
      ))}
    </ul>
  );
}

interface UnsentItemProps {
  readonly comment: UnsentComment;
  readonly author: KnownUser;
}

/** One of them, and what can be done with it. */
export function UnsentItem({ comment, author }: UnsentItemProps) {
  const { t } = useTexts();
  const { text, refused, reason, clientId } = comment;
  const { _id: authorId, profilePictureUrl } = author;
  return (
    <li className={styles.item} data-state={refused ? 'refused' : 'waiting'}>
      <Avatar
        name={shownName(author)}
        src={profilePictureUrl && mediaAddress(profilePictureUrl)}
        size="small"
      />
      <div>
        <p className={styles.text} dir="auto">
          {text}
        </p>
        <div className={classes(styles.mark, refused && styles.refused)}>
          <p>
            {refused ? <CircleAlert size={16} aria-hidden /> : <WifiOff size={14} aria-hidden />}
            <span>{t(refused ? 'comments.refused' : 'comments.held')}</span>
            {reason && <span className={styles.reason}>{reason}</span>}
          </p>
          {refused && (
            <Button variant="quiet" size="small" onClick={() => tryAgain(authorId, comment)}>
              {t('actions.retry')}
            </Button>
          )}
          <Button variant="quiet" size="small" onClick={() => unsentComments.remove(authorId, clientId)}>
            {t('comments.discard')}
          </Button>
        </div>
      </div>
    </li>
  );
}
