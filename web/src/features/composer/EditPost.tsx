import type { Post } from '@duet/contract/posts/shapes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/failure.ts';
import { useTexts } from '../../i18n/language.ts';
import { arrivingFrom } from '../../session/return-to.ts';
import { endSession, useUser } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useGoBack } from '../../ui/Page.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import styles from './EditPost.module.css';
import { EditRichText } from './EditRichText.tsx';
import { EditGallery } from './gallery/EditGallery.tsx';
import { notifyElsewhere } from './notify-published.ts';
import { EditVideo } from './video/EditVideo.tsx';

interface EditPostProps {
  readonly id: string;
}

/** `data.post`, or `post` as some servers answer (product.md §7). */
const postOf = (answer: unknown): Post | undefined => {
  const { data, post } = answer as { data?: { post?: Post }; post?: Post };
  return data?.post ?? post;
};

const editors = new Map([
  ['richText', EditRichText],
  ['gallery', EditGallery],
  ['video', EditVideo],
]);

/** Loads a post and shows the editor of its type. */
export function EditPost({ id }: EditPostProps) {
  const { t } = useTexts();
  const user = useUser();
  const goBack = useGoBack();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { data, error, isPending, isFetching, refetch } = useQuery({
    // Never from the cache: what is edited must be what is stored now.
    queryKey: ['edit', id],
    queryFn: async ({ signal }) => postOf(await call('posts.detail', { params: { id }, signal })) ?? null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

  if (isPending) return <Spinner label={t('composer.loading')} />;
  if (error || !data) {
    const message = failureText(error, t('composer.loadFailed'));
    return <Problem message={message} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  const Edit = editors.get(data.postType);
  if (!Edit) return <Problem message={t('composer.unsupportedType')} />;

  function saved(post: Post): void {
    void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'edit' });
    if (location.pathname === `/edit/${id}`) navigate(`/post/${post._id}`, { replace: true });
    else notifyElsewhere(t('composer.saved'), post._id);
  }

  return user && <Edit post={data} userId={user.id} onSaved={saved} onDiscarded={goBack} />;
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

  async function logInAsAdmin(): Promise<void> {
    // The login page is for guests; whoever asks for another account leaves this one first.
    await endSession().catch(() => undefined);
    if (location.pathname !== here.pathname) return;
    navigate('/login', { replace: true, state: arrivingFrom(here) });
  }

  return (
    <div className={styles.problem}>
      <ErrorState message={message} retrying={retrying} {...(onRetry && { onRetry })} />
      <div className={styles.ways}>
        <Button variant="secondary" onClick={() => void logInAsAdmin()}>
          {t('composer.loginAsAdmin')}
        </Button>
        <Button variant="quiet" onClick={goBack}>
          {t('composer.goBack')}
        </Button>
      </div>
    </div>
  );
}
