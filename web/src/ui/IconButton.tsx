import type { ComponentProps, ReactNode } from 'react';
import { Badge } from './Badge.tsx';
import { classes } from './classes.ts';
import styles from './IconButton.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** What the button does, said to screen readers and shown as a tooltip. */
  readonly label: string;
  /** A count on the icon's shoulder; nothing at 0. The label should say it too. */
  readonly count?: number;
  readonly active?: boolean;
  readonly children: ReactNode;
}

export function IconButton({ label, count, active, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classes(styles.button, active && styles.active, className)}
    >
      {children}
      {count !== undefined && <Badge count={count} className={styles.badge} />}
    </button>
  );
}
