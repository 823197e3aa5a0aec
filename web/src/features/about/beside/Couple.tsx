import { Link } from 'react-router-dom';
import { useTexts } from '../../../i18n/language.ts';
import { useSite } from '../../../theme/site.ts';
import { Cover } from '../Cover.tsx';
import { usePostsSince, useSiteLine } from '../use-about.ts';
import { Years } from '../Years.tsx';
import styles from './Couple.module.css';

/** What the couple shows of itself, and since when it writes; leads to the page about it. Nothing where it has neither a cover nor a line about itself. */
export default function Couple() {
  const { t } = useTexts();
  const { name, coverUrl } = useSite();
  const line = useSiteLine();
  const posts = usePostsSince(coverUrl !== null || line !== '');
  if (coverUrl === null && line === '') return null;
  return (
    <div className={styles.place}>
      <aside className={styles.couple} aria-label={name}>
        {coverUrl && (
          <Link to="/about" aria-hidden tabIndex={-1}>
            <Cover key={coverUrl} url={coverUrl} className={styles.cover} />
          </Link>
        )}
        {line && (
          <p className={styles.line} dir="auto">
            {line}
          </p>
        )}
        <Link to="/about" className={styles.about}>
          {posts ? t('site.postsSince', posts) : t('about.lead', { name })}
        </Link>
        <Years />
      </aside>
    </div>
  );
}
