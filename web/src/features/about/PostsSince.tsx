import { Link } from 'react-router-dom';
import { useTexts } from '../../i18n/language.ts';
import styles from './AboutPage.module.css';
import { usePostsSince } from './use-posts-since.ts';

/** How many posts there are and since when; leads to them. */
export function PostsSince() {
  const { t } = useTexts();
  const posts = usePostsSince();
  if (!posts) return null;
  return (
    <Link to="/home" className={styles.posts}>
      {t('site.postsSince', posts)}
    </Link>
  );
}
