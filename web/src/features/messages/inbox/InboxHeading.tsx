import { SquarePen } from 'lucide-react';
import { useTexts } from '../../../i18n/language.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import styles from './Inbox.module.css';

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
