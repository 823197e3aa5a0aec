import type { RefObject } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import styles from './PostText.module.css';

interface ReadMoreProps {
  readonly onMore: () => void;
  /** The text above; the focus goes there when this button goes. */
  readonly text: RefObject<HTMLElement | null>;
  /** Whether the button may be gone after this tap. */
  readonly isLast: boolean;
}

export function ReadMore({ onMore, text, isLast }: ReadMoreProps) {
  const { t } = useTexts();

  function tap() {
    onMore();
    if (isLast) text.current?.focus({ preventScroll: true });
  }

  return (
    <button type="button" className={styles.more} onClick={tap}>
      {t('posts.readMore')}
    </button>
  );
}
