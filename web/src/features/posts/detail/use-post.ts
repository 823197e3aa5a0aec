import { useQuery } from '@tanstack/react-query';
import { CallFailure, failureText } from '../../../api/failure.ts';
import { useTexts } from '../../../i18n/language.ts';
import { postQuery, useViewerKey } from '../cache/queries.ts';

interface PostFault {
  /** The server's own sentence, else ours. */
  readonly message: string;
  /** What else may help. */
  readonly detail: string;
  /** Whether another try may succeed. */
  readonly mayRetry: boolean;
}

/** A post by its id, as who is here may see it. `failed` is what to say where neither the server nor we know more. */
export function usePost(id: string, failed: 'posts.detailFailed' | 'posts.modalFailed') {
  const { t } = useTexts();
  const viewer = useViewerKey();
  const query = useQuery({ ...postQuery(viewer ?? '', id), enabled: viewer !== null && id !== '' });

  function faultOf(error: unknown): PostFault {
    const { status, serverText } =
      error instanceof CallFailure ? error : { status: -1, serverText: undefined };
    const isGone = status === 404;
    const own = isGone ? t('rules.POST_NOT_FOUND') : t(failed);
    const detail = isGone ? t('posts.notFoundText') : failureText(error, '');
    return { message: serverText ?? own, detail: detail === serverText ? '' : detail, mayRetry: true };
  }

  const noId: PostFault = { message: t('rules.POST_ID_REQUIRED'), detail: '', mayRetry: false };
  const fault = id === '' ? noId : query.isError ? faultOf(query.error) : null;
  return {
    post: fault ? undefined : query.data,
    fault,
    isRetrying: query.isFetching,
    reload: async () => void (await query.refetch()),
  };
}
