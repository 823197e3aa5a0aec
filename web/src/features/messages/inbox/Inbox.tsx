import { shownName } from '@duet/contract/accounts/shown-name';
import type { Conversation } from '@duet/contract/messages/shapes';
import { SquarePen } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { mediaAddress } from '../../../api/client.ts';
import { persistedText } from '../../../device/persisted-text.ts';
import { messageDraftKey } from '../../../device/storage-keys.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Badge, IconButton } from '../../../ui/IconButton.tsx';
import { Skeleton } from '../../../ui/Loading.tsx';
import { KeptNotice } from '../../../ui/NoticeBar.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { MessageOutbox } from '../thread/outbox.ts';
import styles from './Inbox.module.css';
import type { Inbox } from './use-inbox.ts';

interface InboxListProps {
  readonly me: string;
  readonly inbox: Inbox;
  /** Whose conversation stands beside the list. */
  readonly openPartner: string | null;
  readonly onOpen: (partnerId: string) => void;
}

/** The conversations, or what stands in their place. */
export function InboxList({ me, inbox, openPartner, onOpen }: InboxListProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { rows, failure, isFetching, refresh } = inbox;
  if (failure !== null) {
    const { text, isOffline } = failure;
    const words = isOffline
      ? { message: t('messages.inboxOffline'), detail: t('messages.inboxOfflineText') }
      : {
          message: t('messages.inboxFailed'),
          ...(text && { detail: text }),
          code: 'ERROR_LOADING_MESSAGES',
        };
    return <ErrorState {...words} onRetry={() => void refresh()} retrying={isFetching} />;
  }
  if (!rows) return <InboxSkeleton />;
  if (rows.length === 0) {
    return (
      <EmptyState
        title={t('messages.emptyTitle')}
        text={t('messages.emptyText')}
        action={<Button onClick={() => navigate('/home')}>{t('actions.goHome')}</Button>}
      />
    );
  }
  return (
    <>
      {inbox.keptAt && <KeptNotice at={inbox.keptAt} />}
      <ul className={styles.list} aria-label={t('messages.inbox')}>
        {rows.map((row) => (
          <ConversationRow
            key={row.partnerId}
            me={me}
            row={row}
            isOpen={row.partnerId === openPartner}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </>
  );
}

const widths = ['70%', '48%', '82%', '60%', '36%', '74%'];

/** Conversations that are still to come, in their shape. */
function InboxSkeleton() {
  const { t } = useTexts();
  return (
    <div className={styles.list} aria-busy="true">
      <p role="status" className="visually-hidden">
        {t('messages.loading')}
      </p>
      {widths.map((width) => (
        <div key={width} className={styles.row}>
          <div className={styles.ghost}>
            <Skeleton shape="circle" className={styles.photo} />
            <Skeleton width="36%" />
            <Skeleton width={width} className={styles.preview} />
          </div>
        </div>
      ))}
    </div>
  );
}

interface ConversationRowProps {
  readonly me: string;
  readonly row: Conversation;
  /** It stands beside the list. */
  readonly isOpen: boolean;
  readonly onOpen: (partnerId: string) => void;
}

/** One conversation: with whom, how it last went on, when, and how much of it is new. */
function ConversationRow({ me, row, isOpen, onOpen }: ConversationRowProps) {
  const { t } = useTexts();
  const { partnerId, partnerProfilePicture, lastMessage, unreadCount } = row;
  const name = shownName({ username: row.partnerUsername, displayName: row.partnerDisplayName });
  const unsent = new MessageOutbox(me).to(partnerId).at(-1);
  const draft = persistedText(messageDraftKey(me, partnerId)).trim();
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

interface InboxHeadingProps {
  readonly unread: number;
  readonly onNew: () => void;
}

/** The page's title with all that waits to be read, and the way to write to somebody else. */
export function InboxHeading({ unread, onNew }: InboxHeadingProps) {
  const { t } = useTexts();
  return (
    <div className={styles.heading}>
      <h1>{t('shell.messages')}</h1>
      {unread > 0 && (
        <>
          <span aria-hidden="true">
            <Badge count={unread} className={styles.total} />
          </span>
          <span className="visually-hidden">{t('messages.unread', { count: unread })}</span>
        </>
      )}
      <IconButton label={t('messages.new')} aria-haspopup="dialog" className={styles.new} onClick={onNew}>
        <SquarePen size={22} aria-hidden />
      </IconButton>
    </div>
  );
}
