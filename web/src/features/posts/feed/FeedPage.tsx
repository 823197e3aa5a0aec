import type { Post } from '@duet/contract/posts/shapes';
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { Mark } from '../../../ui/Mark.tsx';
import type { FeedPage as PageData } from '../cache/cached-posts.ts';
import { PostCard } from '../card/PostCard.tsx';
import { placeOf } from '../gallery/grid.ts';
import { chosenAddress, chosenSizes } from '../picture/Picture.tsx';
import { picturesOf } from '../picture/pictures.ts';
import { whenPicturesLoad } from '../picture/pictures-loaded.ts';
import styles from './Feed.module.css';
import { ImagePreload, loadImage, type Sizes } from './image-preload.ts';
import { postsShown, preloadIndexOf } from './paging.ts';
import { feedPosition } from './scroll-restoration.ts';
import type { useFeed } from './use-feed.ts';

interface FeedPageProps {
  readonly feed: ReturnType<typeof useFeed>;
  readonly data: PageData;
  readonly onComments: (post: Post) => void;
}

const preload = new ImagePreload(loadImage);

/** How many cards are there at once; the others follow so many at a time, without keeping a slow phone busy. */
const atOnce = 2;

/** The cards of a page, and at its end the way on or the word that there is none. */
export function FeedPage({ feed, data, onComments }: FeedPageProps) {
  const { posts } = data;
  const { page, hasMore, goTo, prefetchNext } = feed;
  const [loadable, setLoadable] = useState(0);
  const trigger = preloadIndexOf(posts.length);

  const reached = useCallback(
    (index: number) => {
      const next = upcoming(posts, index);
      preload.preload([...next.keys()], next);
      if (index >= trigger) setLoadable(page);
    },
    [posts, trigger, page],
  );
  const watch = useReached(reached);
  const showsMore = hasMore && loadable === page;
  useEffect(() => {
    if (showsMore) prefetchNext();
  }, [showsMore, prefetchNext]);

  const shown = useShownFirst(posts);
  const arrived = useArrived(posts, page);

  return (
    <>
      {shown.map((post, index) => (
        <div
          key={post._id}
          ref={watch}
          data-index={index}
          className={arrived.has(post._id) ? styles.arrived : undefined}
        >
          <PostCard post={post} index={index} onComments={onComments} />
        </div>
      ))}
      {showsMore && <LoadMore onMore={() => goTo(page + 1)} />}
      {!hasMore && (posts.length > 0 || page > 1) && <End data={data} goTo={goTo} />}
    </>
  );
}

/**
 * The posts that are shown: the first few, and more of them once the pictures in the viewport have come, whose line those of
 * further cards would share.
 */
function useShownFirst(posts: readonly Post[]): readonly Post[] {
  // A place further down can only be restored on the whole page.
  const [count, setCount] = useState(() => (feedPosition.scroll() > 0 ? posts.length : atOnce));
  useEffect(() => {
    if (count >= posts.length) return;
    return whenPicturesLoad(document, () => startTransition(() => setCount(count + atOnce)));
  }, [count, posts.length]);
  return useMemo(() => posts.slice(0, count), [posts, count]);
}

/** The first picture of each of the posts after this one, with its sizes where it has some. */
function upcoming(posts: readonly Post[], index: number): Map<string, Sizes | undefined> {
  const next = new Map();
  for (const post of posts.slice(index + 1)) {
    const pictures = picturesOf(post);
    const [first] = pictures;
    const isVideo = post.postType === 'video';
    // Without a thumbnail of a video there is nothing but the video itself.
    if (!first || (isVideo && !first.thumbnailUrl)) continue;
    const place = post.postType === 'gallery' ? placeOf(0, pictures) : 'column';
    // A poster is shown in one size.
    next.set(chosenAddress(first, place), isVideo ? undefined : chosenSizes(first, place));
  }
  return next;
}

function LoadMore({ onMore }: { readonly onMore: () => void }) {
  const { t } = useTexts();
  return (
    <div className={styles.foot}>
      <Button variant="secondary" onClick={onMore}>
        {t('posts.loadMore')}
      </Button>
    </div>
  );
}

function End({ data, goTo }: { readonly data: PageData; readonly goTo: (page: number) => void }) {
  const { t } = useTexts();
  const { page, totalCount } = data.pagination;
  const facts = [
    t('posts.endPage', { page }),
    t('posts.endShown', { count: postsShown(data.pagination, data.posts.length) }),
    t('posts.endTotal', { count: totalCount }),
  ];
  return (
    <div className={styles.end}>
      <Mark />
      <h2>{t('posts.endTitle')}</h2>
      <p>{facts.join(' · ')}</p>
      <Link to="/about">{t('shell.about')}</Link>
      {page > 1 && (
        <Button variant="quiet" size="small" onClick={() => goTo(1)}>
          {t('posts.newest')}
        </Button>
      )}
    </div>
  );
}

/** When the newest post came out that the first page has shown while the app is open; ISO 8601, in UTC. */
let newestShown: string | null = null;

/** The posts that came to the first page since it was last shown; none where it shows for the first time. */
function useArrived(posts: readonly Post[], page: number): ReadonlySet<string> {
  const isFirst = page === 1;
  const arrived = useMemo(() => {
    const before = newestShown;
    const isNew = ({ created_at }: Post) => isFirst && before !== null && created_at > before;
    return new Set(posts.filter(isNew).map(({ _id }) => _id));
  }, [posts, isFirst]);
  useEffect(() => {
    const [newest] = posts;
    if (isFirst && newest && newest.created_at > (newestShown ?? '')) newestShown = newest.created_at;
  }, [posts, isFirst]);
  return arrived;
}

/**
 * Calls `onReached` with the `data-index` of each element that comes into the viewport. Put the returned function as `ref` on each of them.
 */
function useReached(onReached: (index: number) => void): (element: HTMLElement | null) => () => void {
  const reached = useRef(onReached);
  reached.current = onReached;
  const observer = useRef<IntersectionObserver | null>(null);
  const waiting = useRef(new Set<HTMLElement>());

  useEffect(() => {
    const watching = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) reached.current(Number((target as HTMLElement).dataset.index));
      }
    });
    observer.current = watching;
    for (const element of waiting.current) watching.observe(element);
    return () => {
      watching.disconnect();
      observer.current = null;
    };
  }, []);

  return useCallback((element) => {
    if (element) {
      waiting.current.add(element);
      observer.current?.observe(element);
    }
    return () => {
      if (!element) return;
      waiting.current.delete(element);
      observer.current?.unobserve(element);
    };
  }, []);
}
