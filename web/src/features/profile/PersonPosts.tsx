import { shownName } from '@duet/contract/accounts/shown-name';
import type { Post } from '@duet/contract/posts/shapes';
import { Images, LockKeyhole, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { failureText } from '../../api/failure.ts';
import { useOptimisticFields } from '../../api/optimistic-fields.ts';
import { useTexts } from '../../i18n/language.ts';
import { fullDate } from '../../i18n/time.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { EmptyState, ErrorState, ItemError } from '../../ui/States.tsx';
import { optimisticPosts, Picture, PostCard, picturesOf, wordsOf } from '../posts/index.ts';
import styles from './PersonPosts.module.css';
import type { usePersonPosts } from './use-person.ts';

interface PersonPostsProps {
  readonly posts: ReturnType<typeof usePersonPosts>;
  readonly name: string;
  readonly isMe: boolean;
  readonly onComments: (post: Post) => void;
}

const placeholders = [...Array(9).keys()];

/** What a person has published, as tiles or as whole posts. */
export function PersonPosts({ posts, name, isMe, onComments }: PersonPostsProps) {
  const { t } = useTexts();
  const [form, setForm] = useState<'grid' | 'list'>('grid');
  if (posts.error && posts.posts.length === 0) {
    return (
      <ErrorState
        message={failureText(posts.error, t('posts.feedFailed'))}
        onRetry={posts.retry}
        retrying={posts.isFetching}
      />
    );
  }
  if (!posts.isLoaded) {
    return (
      <div className={styles.grid} aria-busy="true">
        {placeholders.map((each) => (
          <Skeleton key={each} shape="block" ratio={1} className={styles.ghost} />
        ))}
      </div>
    );
  }
  if (posts.posts.length === 0) {
    return (
      <EmptyState
        title={t('profile.noPostsTitle')}
        text={isMe ? t('profile.noOwnPosts') : t('profile.noPosts', { username: name })}
      />
    );
  }
  return (
    <>
      <div className={styles.forms}>
        <Segments
          label={t('profile.postsAs')}
          labelHidden
          options={[
            { value: 'grid', label: t('profile.grid') },
            { value: 'list', label: t('profile.list') },
          ]}
          value={form}
          onChange={setForm}
        />
      </div>
      {form === 'grid' ? (
        <ul className={styles.grid} aria-label={t('profile.posts')}>
          {posts.posts.map((post) => (
            <li key={post._id}>
              <PostTile post={post} />
            </li>
          ))}
        </ul>
      ) : (
        <div className={styles.list}>
          {posts.posts.map((post, index) => (
            <PostCard key={post._id} post={post} index={index} onComments={onComments} />
          ))}
        </div>
      )}
      <More posts={posts} />
    </>
  );
}

function More({ posts }: Pick<PersonPostsProps, 'posts'>) {
  const { t } = useTexts();
  if (posts.error) {
    return (
      <div className={styles.more} role="alert">
        <p>{failureText(posts.error, t('posts.nextFailed'))}</p>
        <Button variant="secondary" onClick={posts.retry} busy={posts.isFetching}>
          {t('actions.retry')}
        </Button>
      </div>
    );
  }
  if (!posts.hasMore && !posts.isLoadingMore) return null;
  return (
    <div className={styles.more}>
      <Button variant="secondary" onClick={posts.more} busy={posts.isLoadingMore}>
        {t('posts.loadMore')}
      </Button>
    </div>
  );
}

/** So many characters of a text more than fill a tile of any width. */
const mostChars = 160;

/** A post as a square, or that it cannot be shown. */
function PostTile({ post }: { readonly post: Post }) {
  const { t } = useTexts();
  const unshown = (retry: () => void) => (
    <div className={styles.unshown}>
      <ItemError message={t('posts.unshown')} onRetry={retry} />
    </div>
  );
  return (
    <ErrorBoundary of={post} instead={unshown}>
      <Tile post={post} />
    </ErrorBoundary>
  );
}

/** Its first picture, or its first words; leads to its own page. */
function Tile({ post: copy }: { readonly post: Post }) {
  const words = useTexts();
  const { t } = words;
  const post = useOptimisticFields(optimisticPosts, copy);
  const text = useText(post);
  if (post.isRemoved) return null;
  const picture = pictureOf(post);
  const date = fullDate(post.created_at, words);
  const named = post.title || text.slice(0, 80) || t('posts.postBy', { username: shownName(post) });
  return (
    <div className={styles.tile}>
      {picture ? (
        <Picture picture={{ ...picture, alt: '' }} place="tile" />
      ) : (
        <p className={styles.words} aria-hidden="true" dir="auto">
          {post.title && <b>{post.title}</b>}
          {text}
        </p>
      )}
      <Sign post={post} />
      <Link to={`/post/${post._id}`} className={styles.link}>
        <span className="visually-hidden">{`${named}, ${date}`}</span>
      </Link>
    </div>
  );
}

/** The words of a post, of which block JSON takes a moment to be read. */
function useText(post: Post): string {
  const [text, setText] = useState('');
  useEffect(() => {
    let over = false;
    void wordsOf(post).then((all) => !over && setText(all.slice(0, mostChars)));
    return () => {
      over = true;
    };
  }, [post]);
  return text;
}

/** What stands for a post: its first picture, the poster of a video, or a picture in its text. */
function pictureOf(post: Post) {
  const [first] = picturesOf(post);
  if (post.postType !== 'video') return first;
  return first?.thumbnailUrl ? { ...first, url: post.imageUrl ?? first.thumbnailUrl } : undefined;
}

/** What a tile alone does not tell: that there are more pictures, that it is a video, that only admins see it. */
function Sign({ post }: { readonly post: Post }) {
  const many = post.postType === 'gallery' && picturesOf(post).length > 1;
  const isVideo = post.postType === 'video';
  if (!many && !isVideo && !post.adminOnlyVisibility) return null;
  return (
    <span className={styles.sign} aria-hidden="true">
      {post.adminOnlyVisibility && <LockKeyhole size={16} />}
      {many && <Images size={16} />}
      {isVideo && <Play size={16} />}
    </span>
  );
}
