import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { call } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useTexts } from '../../i18n/language.ts';
import { feedPosition, useViewerKey } from '../posts/index.ts';
import { positionOfYear, scrollToPost } from './scroll-to-year.ts';
import styles from './Years.module.css';

/** The years of the feed with how many posts each has; each leads to its newest. Nothing where there is only one. */
export function Years() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const viewer = useViewerKey();
  const { data: years = [] } = useQuery({
    queryKey: queryKeys.years(viewer ?? ''),
    queryFn: async ({ signal }) => (await call('posts.years', { signal })).data.years,
    enabled: viewer !== null,
    staleTime: 60_000,
  });
  if (viewer === null || years.length < 2) return null;

  function show(year: number) {
    const { page, index } = positionOfYear(years, year);
    feedPosition.goTo(viewer ?? '', page);
    if (location.pathname !== '/home') navigate('/home');
    scrollToPost(index);
  }

  return (
    <nav aria-label={t('about.years')}>
      <ul className={styles.years}>
        {years.map(({ year, count }) => (
          <li key={year}>
            <button type="button" onClick={() => show(year)}>
              <b>{year}</b> <span>{t('posts.postCount', { count })}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
