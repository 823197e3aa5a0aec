import type { ComponentProps, ReactNode } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { classes } from '../../../ui/classes.ts';
import styles from './PostActions.module.css';
import { shortCount } from './short-count.ts';

interface CardActionProps extends ComponentProps<'button'> {
  /** The whole of it for screen readers and as tooltip, the count included. */
  readonly label: string;
  /** Stands beside the icon; nothing at 0. */
  readonly count?: number;
  readonly children: ReactNode;
}

/** One of the actions below a post: an icon, and how many there are. */
export function CardAction({ label, count = 0, className, children, ...button }: CardActionProps) {
  const { language } = useTexts();
  return (
    <button
      type="button"
      title={label}
      {...button}
      aria-label={label}
      className={classes(styles.action, className)}
    >
      {children}
      {count > 0 && <span>{shortCount(count, language)}</span>}
    </button>
  );
}
