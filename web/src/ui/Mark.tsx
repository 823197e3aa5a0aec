import { classes } from './classes.ts';
import styles from './Mark.module.css';

interface MarkProps {
  readonly size?: 'small' | 'normal' | 'large';
  readonly className?: string | undefined;
}

/** Duet's mark: two overlapping circles whose common part is filled. */
export function Mark({ size = 'normal', className }: MarkProps) {
  return (
    <svg viewBox="0 0 48 32" aria-hidden="true" className={classes(styles.mark, styles[size], className)}>
      <circle cx="17" cy="16" r="14" fill="none" stroke="currentColor" strokeWidth="2.5" />
      <circle cx="31" cy="16" r="14" fill="none" stroke="currentColor" strokeWidth="2.5" />
      <path d="M24 3.88a14 14 0 0 1 0 24.24a14 14 0 0 1 0-24.24z" fill="currentColor" />
    </svg>
  );
}
