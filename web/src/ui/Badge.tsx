import { limits } from '@duet/contract/limits';
import styles from './Badge.module.css';
import { classes } from './classes.ts';

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
