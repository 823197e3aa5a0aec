import { classes } from './classes.ts';
import styles from './Spinner.module.css';

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
