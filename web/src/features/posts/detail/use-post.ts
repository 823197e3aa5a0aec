import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { CallFailure, failureText } from '../../../api/failure.ts';
import { useTexts } from '../../../i18n/language.ts';
import { toast } from '../../../ui/toast.ts';
import { postQuery, useViewerKey } from '../cache/queries.ts';
import { isWithheld } from '../cache/withheld.ts';

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
  // Only an answer that is newer brings back what the server withheld.
  const withheldAt = useRef(0);
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
  if (isWithheld(query.error)) withheldAt.current = query.errorUpdatedAt;
  const isKnown = query.data !== undefined && query.dataUpdatedAt > withheldAt.current;
  const fault = id === '' ? noId : query.isError && !isKnown ? faultOf(query.error) : null;

  async function reload(): Promise<void> {
    const { error } = await query.refetch();
    // What stands there stays, so that nothing else would tell.
    if (isKnown && error && !isWithheld(error)) toast.error(failureText(error, t(failed)));
  }

  return { post: fault ? undefined : query.data, fault, isRetrying: query.isFetching, reload };
}
