import type { Post } from '@duet/contract/posts/shapes';
import { type ReactNode, type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { PostCard } from '../card/PostCard.tsx';
import { PostSkeleton } from '../card/PostSkeleton.tsx';
import { whenPicturesLoad } from '../picture/pictures-loaded.ts';
import styles from './PostDetail.module.css';
import { usePost } from './use-post.ts';

interface PostDetailProps {
  readonly state: ReturnType<typeof usePost>;
  readonly onComments: (post: Post) => void;
  readonly onRemoved: () => void;
  /** What stands under the post. It comes once the post's first pictures have, whose line its code would share. */
  readonly beneath: ReactNode;
}

/** One post on its own page: whole for members, cut for guests as in the feed. */
export function PostDetail({ state, onComments, onRemoved, beneath }: PostDetailProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { post, fault, isRetrying, reload } = state;
  const place = useRef<HTMLDivElement>(null);
  const arePicturesThere = usePicturesThere(place, post !== undefined);
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
    <>
      <div ref={place} className={styles.detail} aria-busy={!post}>
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
      {post && arePicturesThere && beneath}
    </>
  );
}

/** Whether the pictures in `place` that are asked for at once have come; `isShown` tells that they stand there. */
function usePicturesThere(place: RefObject<HTMLElement | null>, isShown: boolean): boolean {
  const [areThere, setThere] = useState(false);
  useEffect(() => {
    if (!isShown || areThere || !place.current) return;
    return whenPicturesLoad(place.current, () => startTransition(() => setThere(true)));
  }, [place, isShown, areThere]);
  return areThere;
}

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
