import { CircleAlert } from 'lucide-react';
import { useTexts } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Cleanup.module.css';

interface FaultProps {
  readonly text: string;
  readonly onRetry: () => void;
}

/** What went wrong, above what is still shown. */
export function Fault({ text, onRetry }: FaultProps) {
  const { t } = useTexts();
  return (
    <div className={styles.fault} role="alert">
      <CircleAlert size={20} aria-hidden />
      <p>{text}</p>
      <Button variant="secondary" size="small" onClick={onRetry}>
        {t('actions.retry')}
      </Button>
    </div>
  );
}
