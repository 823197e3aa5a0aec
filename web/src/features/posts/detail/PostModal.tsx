import type { Post } from '@duet/contract/posts/shapes';
import { useRef } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { PostCard } from '../card/PostCard.tsx';
import { PostSkeleton } from '../card/PostSkeleton.tsx';
import styles from './PostModal.module.css';
import { usePost } from './use-post.ts';

interface PostModalProps {
  /** The post to show, or null while the modal is closed. */
  readonly id: string | null;
  readonly onClose: () => void;
  readonly onComments: (post: Post) => void;
}

/** A post over the screen that one is on; loads by id. */
export function PostModal({ id, onClose, onComments }: PostModalProps) {
  const { t } = useTexts();
  // What was open stays to be seen while the modal leaves.
  const last = useRef(id);
  if (id !== null) last.current = id;
  return (
    <Sheet open={id !== null} onClose={onClose} title={t('posts.modalTitle')} size="tall">
      {last.current !== null && <ModalPost id={last.current} onClose={onClose} onComments={onComments} />}
    </Sheet>
  );
}

function ModalPost({ id, onClose, onComments }: PostModalProps & { readonly id: string }) {
  const { t } = useTexts();
  const { post, fault, isRetrying, reload } = usePost(id, 'posts.modalFailed');
  if (fault) {
    return (
      <ErrorState
        message={t('posts.modalError')}
        detail={fault.message}
        onRetry={() => void reload()}
        retrying={isRetrying}
      />
    );
  }
  return (
    <div className={styles.post} aria-busy={!post}>
      {post ? (
        <PostCard post={post} onComments={onComments} onRemoved={onClose} />
      ) : (
        <PostSkeleton withPicture />
      )}
    </div>
  );
}
