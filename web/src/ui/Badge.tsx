import styles from './Badge.module.css';
import { badgeText } from './badge-text.ts';
import { classes } from './classes.ts';

interface BadgeProps {
  readonly count: number;
  readonly className?: string | undefined;
}

/** A count of what is unread. Nothing shows where there is nothing. */
export function Badge({ count, className }: BadgeProps) {
  const text = badgeText(count);
  return text === '' ? null : <span className={classes('badge', styles.badge, className)}>{text}</span>;
}
