import { useTexts } from '../../../i18n/language.ts';
import { classes } from '../../../ui/classes.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import styles from './CommentItem.module.css';

const widths = ['92%', '64%', '80%', '40%', '72%'];

/** Comments that are still to come, in their shape. */
export function CommentSkeletons() {
  const { t } = useTexts();
  return (
    <div aria-busy="true">
      <p role="status" className="visually-hidden">
        {t('comments.loading')}
      </p>
      {widths.map((width) => (
        <div key={width} className={styles.item}>
          <div className={classes(styles.head, styles.ghost)}>
            <Skeleton shape="circle" />
            <Skeleton width="120px" />
          </div>
          <div className={styles.body}>
            <Skeleton width={width} />
            <div className={styles.waiting} />
          </div>
        </div>
      ))}
    </div>
  );
}
