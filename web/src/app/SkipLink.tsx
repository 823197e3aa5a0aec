import { useTexts } from '../i18n/language.ts';
import styles from './App.module.css';

/** What the link leads to. */
export const contentId = 'content';

/** The first thing that Tab finds: past the header and the rail, to the page itself. Seen only while it has the focus. */
export function SkipLink() {
  const { t } = useTexts();
  return (
    <a
      href={`#${contentId}`}
      className={styles.skip}
      onClick={(event) => {
        // A change of the address would be a step of the router's.
        event.preventDefault();
        document.getElementById(contentId)?.focus();
      }}
    >
      {t('shell.skipToContent')}
    </a>
  );
}
