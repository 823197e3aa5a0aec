import { shownName } from '@duet/contract/accounts/shown-name';
import type { Post } from '@duet/contract/posts/shapes';
import { LockKeyhole } from 'lucide-react';
import { lazy, memo, Suspense, useId } from 'react';
import { Link } from 'react-router-dom';
import { useOptimisticFields } from '../../../api/optimistic-fields.ts';
import { useTexts } from '../../../i18n/language.ts';
import { useUser } from '../../../session/session.ts';
import { classes } from '../../../ui/classes.ts';
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx';
import { ItemError } from '../../../ui/States.tsx';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { useViewed } from '../../views/index.ts';
import { AuthorButton } from '../author/AuthorButton.tsx';
import { optimisticPosts } from '../cache/cached-posts.ts';
import { Gallery } from '../gallery/Gallery.tsx';
import { picturesOf } from '../picture/pictures.ts';
import { PostText } from '../text/PostText.tsx';
import { VideoFrame } from '../video/VideoFrame.tsx';
import { PostActions } from './PostActions.tsx';
import styles from './PostCard.module.css';

const PostMenu = lazy(() => import('./PostMenu.tsx'));

interface PostCardProps {
  readonly post: Post;
  /** Its place in the list; the first ones load at once. Absent where the post stands alone. */
  readonly index?: number;
  /** Opens the comments of a post; guests never get here. */
  readonly onComments: (post: Post) => void;
  readonly onRemoved?: (() => void) | undefined;
}

/** How many cards from the top are painted and loaded without waiting to be near. */
const atOnce = 2;

/** A post, or that it cannot be shown: a fault of one leaves the others. */
export const PostCard = memo(function PostCard(card: PostCardProps) {
  const { t } = useTexts();
  const { post } = card;
  const unshown = (retry: () => void) => (
    <article aria-label={t('posts.unshown')} data-post-id={post._id} className={styles.card}>
      <ItemError message={t('posts.unshown')} onRetry={retry} />
    </article>
  );
  return (
    <ErrorBoundary of={post} instead={unshown}>
      <Card {...card} />
    </ErrorBoundary>
  );
});

/** Who, when, pictures or video first, then the words, then what one can do with it. */
function Card({ post: copy, index, onComments, onRemoved }: PostCardProps) {
  const post = useOptimisticFields(optimisticPosts, copy);
  const heading = useId();
  const alone = index === undefined;
  const viewed = useViewed(post._id, post.postType, alone ? 'general' : 'feed');
  if (post.isRemoved) return null;
  const later = !alone && index >= atOnce;
  return (
    <article
      ref={viewed}
      aria-labelledby={heading}
      data-post-id={post._id}
      data-post-type={post.postType}
      className={classes(styles.card, later && styles.later)}
    >
      <header className={styles.head}>
        <AuthorButton author={post} />
        {post.adminOnlyVisibility && <AdminOnly />}
        <Link to={`/post/${post._id}`} className={styles.when}>
          <TimeAgo value={post.created_at} />
        </Link>
        <Menu post={post} opened={alone} onRemoved={onRemoved} />
      </header>
      {!post.title && <Nameless post={post} id={heading} />}
      <PostMedia post={post} eager={!later} whole={alone} />
      <div className={styles.words}>
        {post.title && <PostTitle post={post} id={heading} linked={!alone} />}
        <PostText post={post} whole={alone} eager={!later} />
      </div>
      <PostActions post={post} onComments={onComments} />
    </article>
  );
}

interface MenuProps {
  readonly post: Post;
  readonly opened: boolean;
  readonly onRemoved: (() => void) | undefined;
}

/** The menu of a post, for those who may change it. Its code is nothing that a reader has to wait for. */
function Menu({ post, opened, onRemoved }: MenuProps) {
  const user = useUser();
  const isAdmin = user?.role === 'admin';
  if (!user || (!isAdmin && user._id !== post.user_id)) return null;
  const place = <span className={styles.menuPlace} />;
  return (
    <ErrorBoundary instead={place}>
      <Suspense fallback={place}>
        <PostMenu post={post} opened={opened} isAdmin={isAdmin} onRemoved={onRemoved} />
      </Suspense>
    </ErrorBoundary>
  );
}

interface PostMediaProps {
  readonly post: Post;
  readonly eager: boolean;
  /** All pictures of a gallery, uncropped: on the post's own page. */
  readonly whole: boolean;
}

function PostMedia({ post, eager, whole }: PostMediaProps) {
  if (post.postType === 'video') return <VideoFrame post={post} eager={eager} />;
  if (post.postType !== 'gallery') return null;
  return <Gallery pictures={picturesOf(post)} eager={eager} whole={whole} />;
}

interface PostTitleProps {
  readonly post: Post;
  readonly id: string;
  readonly linked: boolean;
}

function PostTitle({ post, id, linked }: PostTitleProps) {
  return (
    <h2 id={id} className={styles.title} dir="auto">
      {linked ? <Link to={`/post/${post._id}`}>{post.title}</Link> : post.title}
    </h2>
  );
}

/** A post without a title is named by who wrote it, for screen readers. */
function Nameless({ post, id }: Omit<PostTitleProps, 'linked'>) {
  const { t } = useTexts();
  return (
    <h2 id={id} className="visually-hidden">
      {t('posts.postBy', { username: shownName(post) })}
    </h2>
  );
}

function AdminOnly() {
  const { t } = useTexts();
  return (
    <span className={styles.lock} title={t('posts.adminOnly')}>
      <LockKeyhole size={16} aria-hidden />
      <span className="visually-hidden">{t('posts.adminOnly')}</span>
    </span>
  );
}
