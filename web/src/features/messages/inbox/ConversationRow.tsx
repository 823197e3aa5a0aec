import { shownName } from '@duet/contract/accounts/shown-name';
import type { Conversation } from '@duet/contract/messages/shapes';
import { mediaAddress } from '../../../api/client.ts';
import { keptText } from '../../../device/kept-text.ts';
import { messageDraftKey } from '../../../device/storage-keys.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { classes } from '../../../ui/classes.ts';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { MessageOutbox } from '../thread/outbox.ts';
import styles from './Inbox.module.css';

interface ConversationRowProps {
  readonly me: string;
  readonly row: Conversation;
  /** It stands beside the list. */
  readonly isOpen: boolean;
  readonly onOpen: (partnerId: string) => void;
}

/** One conversation: with whom, how it last went on, when, and how much of it is new. */
export function ConversationRow({ me, row, isOpen, onOpen }: ConversationRowProps) {
  const { t } = useTexts();
  const { partnerId, partnerProfilePicture, lastMessage, unreadCount } = row;
  const name = shownName({ username: row.partnerUsername, displayName: row.partnerDisplayName });
  const unsent = new MessageOutbox(me).to(partnerId).at(-1);
  const draft = keptText(messageDraftKey(me, partnerId)).trim();
  return (
    <li className={classes(styles.row, unreadCount > 0 && styles.unread)}>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-current={isOpen || undefined}
        onClick={() => !isOpen && onOpen(partnerId)}
      >
        <Avatar
          name={name}
          src={partnerProfilePicture && mediaAddress(partnerProfilePicture)}
          className={styles.photo}
        />
        <span className={styles.name}>
          <bdi>{name}</bdi>
        </span>
        <TimeAgo value={row.lastMessageTime} className={styles.when} />
        <span className={styles.preview} dir="auto">
          {unsent ? (
            <>
              <bdi className={styles.draft}>{t('messages.waits')}</bdi> {unsent.text}
            </>
          ) : draft ? (
            <>
              <bdi className={styles.draft}>{t('messages.draft')}</bdi> {draft}
            </>
          ) : (
            lastMessage
          )}
        </span>
        {unreadCount > 0 && (
          <span className={styles.count}>
            <span aria-hidden="true">
              <Badge count={unreadCount} />
            </span>
            <span className="visually-hidden">{t('messages.unread', { count: unreadCount })}</span>
          </span>
        )}
      </button>
    </li>
  );
}
