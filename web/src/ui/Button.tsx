import type { ComponentProps, ReactNode } from 'react';
import styles from './Button.module.css';
import { classes } from './classes.ts';
import { Spinner } from './Loading.tsx';

interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly size?: 'normal' | 'small';
  /** Fills the width. */
  readonly block?: boolean;
  /** Shows a spinner and takes no further press; the words stay, so that nothing jumps. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
}

export function Button({
  variant = 'primary',
  size = 'normal',
  block,
  busy,
  icon,
  type = 'button',
  disabled,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classes(styles.button, styles[variant], styles[size], block && styles.block, className)}
    >
      {busy ? <Spinner size="small" /> : icon}
      <span>{children}</span>
    </button>
  );
}
