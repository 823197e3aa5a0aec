import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import loading from './Loading.module.css';
import styles from './SkeletonOf.module.css';

/**
 * A place for what is still loading, as large as `children`, the most likely of what may come: then nothing beneath moves.
 * They are neither seen nor read, and nothing in them can be pressed.
 */
export function SkeletonOf({ children }: { readonly children: ReactNode }) {
  return (
    <div aria-hidden="true" className={classes(loading.skeleton, styles.of)}>
      <div>{children}</div>
    </div>
  );
}
