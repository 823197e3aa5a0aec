import { useTexts } from '../../../i18n/language.ts';
import { classes } from '../../../ui/classes.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import styles from './Thread.module.css';

const bubbles = [
  { width: '52%', own: false },
  { width: '38%', own: false },
  { width: '64%', own: true },
  { width: '30%', own: true },
  { width: '58%', own: false },
  { width: '46%', own: true },
];

/** A conversation that is still to come, in its shape. */
export function ThreadSkeleton() {
  const { t } = useTexts();
  return (
    <div className={classes(styles.thread, styles.waiting)} aria-busy="true">
      <p role="status" className="visually-hidden">
        {t('messages.loading')}
      </p>
      {bubbles.map(({ width, own }) => (
        <div key={width} className={classes(styles.row, own && styles.own)}>
          <Skeleton width={width} className={styles.ghost} />
        </div>
      ))}
    </div>
  );
}
