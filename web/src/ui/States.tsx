import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/language.ts';
import { Button } from './Button.tsx';
import { breakable } from './breakable.tsx';
import { Mark } from './Mark.tsx';
import styles from './States.module.css';

interface ErrorStateProps {
  /** What happened. */
  readonly message: string;
  /** What else may help; under the message. */
  readonly detail?: string;
  /** The name of the failure, small beneath it, for whoever reports it. */
  readonly code?: string;
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
}

/** Says what went wrong where something should be, and offers another try. */
export function ErrorState({ message, detail, code, onRetry, retrying = false }: ErrorStateProps) {
  const { t } = useTexts();
  return (
    <div className={styles.state} role="alert">
      <span className={styles.sign}>
        <CircleAlert size={28} aria-hidden />
      </span>
      <h2>{message}</h2>
      {detail && <p>{detail}</p>}
      {code && <p className={styles.code}>{breakable(code)}</p>}
      {onRetry && (
        <Button onClick={onRetry} busy={retrying}>
          {t('actions.retry')}
        </Button>
      )}
    </div>
  );
}

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

interface UnshownProps {
  /** What cannot be shown. */
  readonly message: string;
  readonly onRetry: () => void;
}

/** Stands in the place of one of many, such as a card, that cannot be shown while the others are. */
export function ItemError({ message, onRetry }: UnshownProps) {
  const { t } = useTexts();
  return (
    <div className={styles.unshown} role="alert">
      <p>
        <CircleAlert size={20} aria-hidden />
        {message}
      </p>
      <Button variant="secondary" size="small" onClick={onRetry}>
        {t('actions.retry')}
      </Button>
    </div>
  );
}
