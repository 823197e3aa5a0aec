import { useNavigate } from 'react-router-dom';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { KeptNotice } from '../../../ui/KeptNotice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ConversationRow } from './ConversationRow.tsx';
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
