import type { Post } from '@duet/contract/posts/shapes';
import { useState } from 'react';
import { failureText } from '../../api/failure.ts';
import { useTexts } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PostCard } from '../posts/index.ts';
import styles from './PersonPosts.module.css';
import { PostTile } from './PostTile.tsx';
import type { usePersonPosts } from './use-person-posts.ts';

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
