import type { Post } from '@duet/contract/posts/shapes';
import { useNavigate } from 'react-router-dom';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PostCard } from '../card/PostCard.tsx';
import { PostSkeleton } from '../card/PostSkeleton.tsx';
import styles from './PostDetail.module.css';
import type { usePost } from './use-post.ts';

interface PostDetailProps {
  readonly state: ReturnType<typeof usePost>;
  readonly onComments: (post: Post) => void;
  readonly onRemoved: () => void;
}

/** One post on its own page: whole for members, cut for guests as in the feed. */
export function PostDetail({ state, onComments, onRemoved }: PostDetailProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { post, fault, isRetrying, reload } = state;
  if (fault) {
    return (
      <>
        <ErrorState
          message={fault.message}
          {...(fault.detail && { detail: fault.detail })}
          {...(fault.mayRetry && { onRetry: () => void reload() })}
          retrying={isRetrying}
        />
        {!fault.mayRetry && (
          <p className={styles.away}>
            <Button onClick={() => navigate('/home')}>{t('actions.goHome')}</Button>
          </p>
        )}
      </>
    );
  }
  return (
    <div className={styles.detail} aria-busy={!post}>
      {post ? (
        <PostCard post={post} onComments={onComments} onRemoved={onRemoved} />
      ) : (
        <>
          <p role="status" className="visually-hidden">
            {t('posts.loadingPost')}
          </p>
          <PostSkeleton withPicture />
        </>
      )}
    </div>
  );
}
