import { limits } from '@duet/contract/limits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { failureText } from '../../../api/failure.ts';
import { live } from '../../../api/live.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx';
import { Skeleton } from '../../../ui/Loading.tsx';
import { usePageVisit } from '../../../ui/page-visit.ts';
import { Segments } from '../../../ui/Segments.tsx';
import { EmptyState, ErrorState, ItemError } from '../../../ui/States.tsx';
import { updateCachedPost } from '../../posts/index.ts';
import {
  type CommentSort,
  commentsIn,
  commentsQuery,
  onCounted,
  refreshComments,
  totalIn,
} from '../cache.ts';
import itemStyles from './CommentItem.module.css';
import { CommentItem } from './CommentItem.tsx';
import styles from './CommentList.module.css';

onCounted((postId, comment_count) => updateCachedPost(postId, { comment_count }));

interface CommentListProps {
  readonly postId: string;
  /** For whom: a person's id or 'guest'; null while it is not known. */
  readonly viewer: string | null;
  readonly sort: CommentSort;
  readonly onSort: (sort: CommentSort) => void;
  /** The comment that was just written here; it comes into view. */
  readonly written: string | undefined;
  /** Asks the server when it is opened, however new what is known is. */
  readonly askAgain?: boolean;
}

/** The comments of a post in one order or the other, or what stands in their place. */
export function CommentList({ sort, onSort, ...list }: CommentListProps) {
  const { t } = useTexts();
  const query = useCommentsQuery({ ...list, sort });
  // While the other order loads, and where it fails, the way back to the first one stays, with the focus.
  const count = useRef(0);
  const { data } = query;
  if (data) count.current = commentsIn(data.pages).length > 0 ? totalIn(data.pages) : 0;
  return (
    <>
      {count.current > 0 && (
        <div className={styles.top}>
          <p>{t('comments.count', { count: count.current })}</p>
          <Segments
            label={t('comments.order')}
            labelHidden
            options={[
              { value: 'newest', label: t('comments.newest') },
              { value: 'oldest', label: t('comments.oldest') },
            ]}
            value={sort}
            onChange={onSort}
          />
        </div>
      )}
      <Comments query={query} written={list.written} />
    </>
  );
}

type CommentsQuery = ReturnType<typeof useCommentsQuery>;

function useCommentsQuery({
  postId,
  viewer,
  sort,
  askAgain = false,
}: Pick<CommentListProps, 'postId' | 'viewer' | 'sort' | 'askAgain'>) {
  const { isShown } = usePageVisit();
  const query = useInfiniteQuery({
    ...commentsQuery(viewer ?? '', postId, sort),
    enabled: viewer !== null,
    // A page stays in the document behind others.
    refetchInterval: isShown && limits.comments.pollMs,
    refetchOnMount: askAgain ? 'always' : true,
    refetchOnWindowFocus: 'always',
  });
  useLiveComments(postId);
  return query;
}

interface CommentsProps {
  readonly query: CommentsQuery;
  readonly written: string | undefined;
}

function Comments({ query, written }: CommentsProps) {
  const { t } = useTexts();
  const { data, error, isFetching, refetch } = query;

  if (!data && !error) return <CommentSkeletons />;
  // What was empty when it was asked for last may not be any more.
  if (!data || (error && totalIn(data.pages) === 0)) {
    return (
      <ErrorState
        message={failureText(error, t('comments.loadFailed'))}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  const comments = commentsIn(data.pages);
  if (comments.length === 0) {
    return <EmptyState title={t('comments.emptyTitle')} text={t('comments.emptyText')} />;
  }
  return (
    <>
      <ul className={styles.list} aria-label={t('comments.title')}>
        {comments.map((comment) => (
          <ErrorBoundary
            key={comment._id}
            of={comment}
            instead={(retry) => (
              <li>
                <ItemError message={t('comments.unshown')} onRetry={retry} />
              </li>
            )}
          >
            <CommentItem comment={comment} isNew={comment._id === written} />
          </ErrorBoundary>
        ))}
      </ul>
      {query.hasNextPage && <More query={query} />}
    </>
  );
}

type Query = ReturnType<typeof useInfiniteQuery>;

/** The way to the next page: taken by itself when it comes into view, by a press otherwise. */
function More({
  query,
}: {
  readonly query: Pick<Query, 'fetchNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'>;
}) {
  const { t } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError: failed } = query;
  const waits = !isFetchingNextPage && !failed;

  useEffect(() => {
    if (!place.current || !waits) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) void fetchNextPage();
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [fetchNextPage, waits]);

  return (
    <div ref={place} className={styles.more}>
      {failed && <p role="alert">{t('comments.moreFailed')}</p>}
      <Button variant="secondary" size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {failed ? t('actions.retry') : t('comments.more')}
      </Button>
    </div>
  );
}

/** Shows what others write while one looks: at once where the stream tells of it, with the next poll else. */
function useLiveComments(postId: string): void {
  useEffect(() => {
    const refresh = () => refreshComments(postId);
    const leave = [live.on('activity', refresh), live.on('resync', refresh)];
    return () => {
      for (const each of leave) each();
    };
  }, [postId]);
}

const widths = ['92%', '64%', '80%', '40%', '72%'];

/** Comments that are still to come, in their shape. */
function CommentSkeletons() {
  const { t } = useTexts();
  return (
    <div aria-busy="true">
      <p role="status" className="visually-hidden">
        {t('comments.loading')}
      </p>
      {widths.map((width) => (
        <div key={width} className={itemStyles.item}>
          <div className={classes(itemStyles.head, itemStyles.ghost)}>
            <Skeleton shape="circle" />
            <Skeleton width="120px" />
          </div>
          <div className={itemStyles.body}>
            <Skeleton width={width} />
            <div className={itemStyles.waiting} />
          </div>
        </div>
      ))}
    </div>
  );
}
