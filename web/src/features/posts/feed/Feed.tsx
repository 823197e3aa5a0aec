import { limits } from '@duet/contract/limits';
import type { Post } from '@duet/contract/posts/shapes';
import { ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { failureText, serverTextOf } from '../../../api/failure.ts';
import { useTexts } from '../../../i18n/language.ts';
import { useIsAdmin, useSession } from '../../../session/session.ts';
import { useTwoColumns } from '../../../theme/media-queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { KeptNotice } from '../../../ui/NoticeBar.tsx';
import { scrollerOf } from '../../../ui/Page.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { PostSkeleton } from '../card/PostSkeleton.tsx';
import styles from './Feed.module.css';
import { FeedPage } from './FeedPage.tsx';
import { NewPosts } from './NewPosts.tsx';
import { useScrollRestoration } from './scroll-restoration.ts';
import type { useFeed } from './use-feed.ts';

interface FeedProps {
  readonly feed: ReturnType<typeof useFeed>;
  readonly onComments: (post: Post) => void;
}

/** The feed: one page of posts, or what stands in its place while there is none. */
export function Feed({ feed, onComments }: FeedProps) {
  const { query, page, goTo } = feed;
  const list = useRef<HTMLDivElement>(null);
  useScrollRestoration(list, page, query.data !== undefined);

  function showNewest() {
    // They come at the top. The button that had the focus goes.
    scrollerOf(list.current)?.scrollTo(0, 0);
    list.current?.focus({ preventScroll: true });
    void feed.reload();
  }

  return (
    <>
      {page === 1 && query.data && <NewPosts posts={query.data.posts} onShow={showNewest} />}
      {page === 1 && <AboutUs />}
      <div ref={list} tabIndex={-1} className={styles.feed} aria-busy={query.isPending}>
        {page > 1 && <NewerPosts page={page} goTo={goTo} />}
        {query.data?.keptAt && query.data.posts.length > 0 && <KeptNotice at={query.data.keptAt} />}
        {query.data && <FeedPage key={page} feed={feed} data={query.data} onComments={onComments} />}
        {query.isPending && (
          <Skeletons count={page === 1 ? limits.feed.skeletonsFirst : limits.feed.skeletonsMore} />
        )}
        {query.isError && !query.data?.posts.length && <FeedFailure feed={feed} error={query.error} />}
        {page === 1 && query.isSuccess && query.data.posts.length === 0 && <NoneShown feed={feed} />}
      </div>
    </>
  );
}

/** For guests, who have no page of their own to find it on, where it does not stand beside the feed. */
function AboutUs() {
  const { t } = useTexts();
  const { user, status } = useSession();
  const beside = useTwoColumns();
  if (user || beside || status !== 'ready') return null;
  return (
    <Link to="/about" className={styles.about}>
      {t('shell.about')}
      <ChevronRight size={16} aria-hidden />
    </Link>
  );
}

function NewerPosts({ page, goTo }: { readonly page: number; readonly goTo: (page: number) => void }) {
  const { t } = useTexts();
  return (
    <nav className={styles.newer}>
      <Button variant="quiet" size="small" onClick={() => goTo(page - 1)}>
        {t('posts.newer')}
      </Button>
      <span>{t('posts.endPage', { page })}</span>
    </nav>
  );
}

const skeletonNumbers = [...Array(limits.feed.skeletonsFirst).keys()];

function Skeletons({ count }: { readonly count: number }) {
  const { t } = useTexts();
  return (
    <>
      <p role="status" className="visually-hidden">
        {t('posts.loading')}
      </p>
      {skeletonNumbers.slice(0, count).map((number) => (
        <PostSkeleton key={number} withPicture={number % 3 !== 1} />
      ))}
    </>
  );
}

function FeedFailure({ feed, error }: { readonly feed: FeedProps['feed']; readonly error: unknown }) {
  const { t } = useTexts();
  const { query, page } = feed;
  const own = t(page === 1 ? 'posts.feedFailed' : 'posts.nextFailed');
  const said = serverTextOf(error);
  const reason = said === undefined ? failureText(error, '') : '';
  return (
    <ErrorState
      message={said ?? own}
      {...(reason && { detail: reason })}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}

/** An empty page that only this device knows of is none: there may be posts by now. */
function NoneShown({ feed: { query } }: { readonly feed: FeedProps['feed'] }) {
  const { t } = useTexts();
  if (!query.data?.keptAt) return <NoPosts />;
  return (
    <ErrorState
      message={t('network.lost')}
      detail={t('posts.offline')}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}

function NoPosts() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const begin = (
    <>
      <Button onClick={() => navigate('/new/richtext')}>{t('posts.writeFirst')}</Button>
      <Link to="/welcome">{t('posts.makeYours')}</Link>
    </>
  );
  return (
    <EmptyState
      title={t('posts.emptyTitle')}
      text={t('posts.emptyText')}
      action={useIsAdmin() ? begin : undefined}
    />
  );
}
