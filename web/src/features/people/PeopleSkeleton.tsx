import { useTexts } from '../../i18n/language.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './PeopleSkeleton.module.css';

const rows = [...Array(8).keys()];

/** Rows in the shape of the list, while it is on its way. */
export function PeopleSkeleton() {
  const { t } = useTexts();
  return (
    <div className={styles.rows} aria-busy="true">
      <p role="status" className="visually-hidden">
        {t('people.loading')}
      </p>
      {rows.map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton shape="circle" />
          <div>
            <Skeleton width={`${22 + ((row * 7) % 18)}%`} />
            <Skeleton width={`${34 + ((row * 11) % 24)}%`} />
          </div>
        </div>
      ))}
    </div>
  );
}
