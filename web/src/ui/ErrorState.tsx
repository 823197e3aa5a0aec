import { CircleAlert } from 'lucide-react';
import { useTexts } from '../i18n/language.ts';
import { Button } from './Button.tsx';
import { breakable } from './breakable.tsx';
import styles from './EmptyState.module.css';

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
