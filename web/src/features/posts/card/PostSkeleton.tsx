import { Skeleton } from '../../../ui/Loading.tsx';
import styles from './PostSkeleton.module.css';

/** The shape of a post that is still loading. */
export function PostSkeleton({ withPicture }: { readonly withPicture: boolean }) {
  return (
    <div className={styles.skeleton} data-testid="post-skeleton" aria-hidden="true">
      <div className={styles.head}>
        <Skeleton shape="circle" />
        <Skeleton width="36%" />
      </div>
      {withPicture && <Skeleton shape="block" ratio={1.25} className={styles.picture} />}
      <div className={styles.foot}>
        <Skeleton width="70%" />
        <Skeleton width="92%" />
        <Skeleton width="48%" />
      </div>
      <div className={styles.actions}>
        <Skeleton width="44px" />
        <Skeleton width="44px" />
        <Skeleton width="24px" />
      </div>
    </div>
  );
}
