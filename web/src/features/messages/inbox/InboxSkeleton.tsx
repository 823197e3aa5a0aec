import { useTexts } from '../../../i18n/language.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import styles from './Inbox.module.css';

const widths = ['70%', '48%', '82%', '60%', '36%', '74%'];

/** Conversations that are still to come, in their shape. */
export function InboxSkeleton() {
  const { t } = useTexts();
  return (
    <div className={styles.list} aria-busy="true">
      <p role="status" className="visually-hidden">
        {t('messages.loading')}
      </p>
      {widths.map((width) => (
        <div key={width} className={styles.row}>
          <div className={styles.ghost}>
            <Skeleton shape="circle" className={styles.face} />
            <Skeleton width="36%" />
            <Skeleton width={width} className={styles.preview} />
          </div>
        </div>
      ))}
    </div>
  );
}
