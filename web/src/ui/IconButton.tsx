import { limits } from '@duet/contract/limits';
import type { ComponentProps, ReactNode } from 'react';
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
      {count !== undefined && <Badge count={count} className={styles.shoulder} />}
    </button>
  );
}

/** What a badge shows of a count: '99+' above 99, nothing at 0. */
export function badgeText(count: number): string {
  if (!(count > 0)) return '';
  return count > limits.badge.cap ? `${limits.badge.cap}+` : String(count);
}

interface BadgeProps {
  readonly count: number;
  readonly className?: string | undefined;
}

/** A count of what is unread. Nothing shows where there is nothing. */
export function Badge({ count, className }: BadgeProps) {
  const text = badgeText(count);
  return text === '' ? null : <span className={classes('badge', styles.badge, className)}>{text}</span>;
}
