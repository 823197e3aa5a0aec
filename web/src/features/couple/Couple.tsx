import { useQuery } from '@tanstack/react-query';
import { call, mediaAddress } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useTexts } from '../../i18n/language.ts';
import { useSession } from '../../session/session.ts';
import { useSite } from '../../theme/site.ts';
import styles from './Couple.module.css';

/** What the couple shows of itself, and since when it writes. Nothing where it has neither a cover nor a line about itself. */
export default function Couple() {
  const { t } = useTexts();
  const { name, coverUrl } = useSite();
  const line = useLine();
  const posts = usePosts(coverUrl !== null || line !== '');
  if (coverUrl === null && line === '') return null;
  return (
    <div className={styles.place}>
      <aside className={styles.couple} aria-label={name}>
        {coverUrl && <img src={mediaAddress(coverUrl)} alt="" />}
        {line && (
          <p className={styles.line} dir="auto">
            {line}
          </p>
        )}
        {posts && <p className={styles.posts}>{t('site.postsSince', posts)}</p>}
      </aside>
    </div>
  );
}

/** The line about the site, which no page is written with. */
function useLine(): string {
  const { data } = useQuery({
    queryKey: queryKeys.siteLine,
    queryFn: async ({ signal }) => (await call('site.show', { signal })).data.site.line ?? '',
    staleTime: 60_000,
  });
  return data ?? '';
}

/** How many posts there are, and the year of the oldest; null while that is not known, and where there is none. */
function usePosts(isWanted: boolean): { readonly count: number; readonly year: string } | null {
  const { user, status } = useSession();
  const { data } = useQuery({
    queryKey: queryKeys.oldestPost(user?._id ?? 'guest'),
    queryFn: async ({ signal }) => {
      const query = { page: 1, limit: 1, sort: 'created_at', order: 'asc' } as const;
      const { posts, pagination } = (await call('posts.feed', { query, signal })).data;
      return { oldest: posts[0]?.created_at ?? null, count: pagination.totalCount };
    },
    enabled: isWanted && status === 'ready',
    staleTime: 5 * 60_000,
  });
  if (!data?.oldest) return null;
  return { count: data.count, year: String(new Date(data.oldest).getFullYear()) };
}
