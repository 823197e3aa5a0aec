import type { CSSProperties } from 'react';
import { classes } from './classes.ts';
import styles from './Skeleton.module.css';

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
