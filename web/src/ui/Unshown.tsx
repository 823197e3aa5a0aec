import { CircleAlert } from 'lucide-react';
import { useTexts } from '../i18n/language.ts';
import { Button } from './Button.tsx';
import styles from './Unshown.module.css';

interface UnshownProps {
  /** What cannot be shown. */
  readonly message: string;
  readonly onRetry: () => void;
}

/** Stands in the place of one of many, such as a card, that cannot be shown while the others are. */
export function Unshown({ message, onRetry }: UnshownProps) {
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
