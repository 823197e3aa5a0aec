import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';
import { Mark } from './Mark.tsx';

interface EmptyStateProps {
  readonly title: string;
  readonly text?: string;
  /** One action, as a button or link. */
  readonly action?: ReactNode;
}

/** Says that nothing is here yet, and what one can do. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.drawing}>
        <Mark size="large" />
      </span>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action}
    </div>
  );
}
