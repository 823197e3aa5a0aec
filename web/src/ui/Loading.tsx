import type { CSSProperties } from 'react';
import { classes } from './classes.ts';
import styles from './Loading.module.css';

interface SkeletonProps {
  readonly shape?: 'line' | 'circle' | 'block';
  /** Width of a line, as a CSS length or share. */
  readonly width?: string;
  /** Width to height of a block. */
  readonly ratio?: number;
  readonly className?: string | undefined;
}

/** A place for what is still loading, in its shape. The list around it says once that it is loading. */
export function Skeleton({ shape = 'line', width, ratio, className }: SkeletonProps) {
  const form: CSSProperties = { ...(width && { width }), ...(ratio && { aspectRatio: ratio }) };
  return (
    <span aria-hidden="true" className={classes(styles.skeleton, styles[shape], className)} style={form} />
  );
}

interface SpinnerProps {
  readonly size?: 'small' | 'normal';
  /** Said to screen readers; a spinner inside a labelled button has none. */
  readonly label?: string;
}

export function Spinner({ size = 'normal', label }: SpinnerProps) {
  const shown = classes('spinner', styles.spinner, styles[size]);
  if (!label) return <span className={shown} aria-hidden="true" />;
  return (
    <span role="status" className={styles.status}>
      <span className={shown} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
