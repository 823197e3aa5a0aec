import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import styles from './Gallery.module.css';

/** Says once that pictures did not come, at the foot of their tiles, and asks for them again. */
export function BrokenPictures({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTexts();
  return (
    <div className={styles.broken}>
      <p>{t('posts.imageFailed')}</p>
      <Button
        variant="secondary"
        size="small"
        onClick={({ currentTarget }) => {
          // The button goes until it is known whether they come.
          currentTarget.closest('li, div:has(> ul)')?.querySelector('button')?.focus({ preventScroll: true });
          onRetry();
        }}
      >
        {t('actions.retry')}
      </Button>
    </div>
  );
}
