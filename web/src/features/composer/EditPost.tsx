import type { Post, PostType } from '@duet/contract/posts/shapes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { failureText } from '../../api/failure.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useTexts } from '../../i18n/language.ts';
import { signInState } from '../../session/return-to.ts';
import { endSession, useUser } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Loading.tsx';
import { useGoBack } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { useToast } from '../../ui/toast.ts';
import styles from './EditPost.module.css';
import { LostEdit } from './edit/LostEdit.tsx';
import { useLostEdit } from './edit/persisted-edit.ts';
import { isGone, readPost } from './edit/version.ts';
import { editKey } from './form/local-draft.ts';
import { notifyElsewhere } from './form/notify-published.ts';
import { useFormRounds } from './form/use-form-rounds.ts';
import { EditGallery } from './gallery/EditGallery.tsx';
import { EditRichText } from './text/EditRichText.tsx';
import { EditVideo } from './video/EditVideo.tsx';

interface EditPostProps {
  readonly id: string;
}

const editors = new Map([
  ['richText', EditRichText],
  ['gallery', EditGallery],
  ['video', EditVideo],
]);

/** Edits a post in a form, and in another one after each that was saved, thrown away or made a new post. */
export function EditPost({ id }: EditPostProps) {
  const { round, end } = useFormRounds();
  const [gone, setGone] = useState(false);
  return <Round key={round} id={id} gone={gone} onGone={() => setGone(true)} onOver={end} />;
}

interface RoundProps {
  readonly id: string;
  /** Whether the post is known to be there no more. */
  readonly gone: boolean;
  readonly onGone: () => void;
  /** Nothing of the form is needed any more: whoever comes to its page again finds the post as it is then. */
  readonly onOver: () => void;
}

/** Loads a post and shows the editor of its type. */
function Round({ id, gone, onGone, onOver }: RoundProps) {
  const { t } = useTexts();
  const user = useUser();
  const goBack = useGoBack();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const toast = useToast();
  const opening = useId();
  const { data, error, isPending, isFetching, refetch } = useQuery({
    // Never from the cache, where an answer stays for a moment after its page: what is edited must be what is stored now.
    queryKey: [...queryKeys.editedPost(id), opening],
    queryFn: ({ signal }) => readPost(id, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

  const key = user && editKey(user.id, id);
  const lost = useLostEdit(key, gone || isGone(error));

  if (isPending || !user || !key) return <Spinner label={t('composer.loading')} />;
  if (lost)
    return (
      <LostEdit
        storageKey={key}
        userId={user.id}
        edit={lost}
        onMoved={movedToNewPost}
        onDiscarded={discarded}
      />
    );
  // What one writes in stays where asking for the post once more failed.
  if (gone || isGone(error) || !data) {
    const message = gone ? t('composer.goneTitle') : failureText(error, t('composer.loadFailed'));
    return <Problem message={message} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  const Edit = editors.get(data.post.postType);
  if (!Edit) return <Problem message={t('composer.unsupportedType')} />;

  /** Whether this is the page that is seen: behind another one it stays in the document. */
  function isSeen(): boolean {
    return location.pathname === `/edit/${id}`;
  }

  function discarded(): void {
    onOver();
    goBack();
  }

  function movedToNewPost(postType: PostType): void {
    const to = `/new/${postType.toLowerCase()}`;
    onOver();
    if (isSeen()) {
      navigate(to, { replace: true });
      return;
    }
    toast.successWithLink(t('composer.goneNewKept'), { label: t('composer.keepWriting'), to });
  }

  function saved(post: Post, isReplaced = false): void {
    onOver();
    for (const queryKey of [queryKeys.allPosts, queryKeys.activities])
      void cache.invalidateQueries({ queryKey });
    if (!isReplaced && isSeen()) navigate(`/post/${post._id}`, { replace: true });
    else notifyElsewhere(t('composer.saved'), post._id);
  }

  return <Edit loaded={data} userId={user.id} onSaved={saved} onDiscarded={discarded} onGone={onGone} />;
}

interface ProblemProps {
  readonly message: string;
  readonly retrying?: boolean;
  readonly onRetry?: () => void;
}

/** What went wrong, with the ways out that product.md §2 names. */
function Problem({ message, retrying = false, onRetry }: ProblemProps) {
  const { t } = useTexts();
  const goBack = useGoBack();
  const navigate = useNavigate();
  const here = useLocation();

  function logInAsAdmin(): void {
    // The login page is for guests; whoever asks for another account leaves this one first. This device is signed out at once,
    // and also where the server cannot be told: waiting for it, the guard of this page would lead a guest to the feed.
    void endSession().catch(() => undefined);
    navigate('/login', { replace: true, state: signInState(here) });
  }

  return (
    <div className={styles.problem}>
      <ErrorState message={message} retrying={retrying} {...(onRetry && { onRetry })} />
      <div className={styles.ways}>
        <Button variant="secondary" onClick={logInAsAdmin}>
          {t('composer.loginAsAdmin')}
        </Button>
        <Button variant="quiet" onClick={goBack}>
          {t('composer.goBack')}
        </Button>
      </div>
    </div>
  );
}
