import { useTexts } from '../../../i18n/language.ts';
import { Badge } from '../../../ui/Badge.tsx';
import styles from './Inbox.module.css';

/** The page's title with all that waits to be read. */
export function InboxHeading({ unread }: { readonly unread: number }) {
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
    </div>
  );
}
