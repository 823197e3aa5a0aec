import type { Post } from '@duet/contract/posts/shapes';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/failure.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { t } from '../../../i18n/language.ts';
import { useToast } from '../../../ui/toast.ts';
import { changeCopies } from '../cache/copies.ts';

const askEveryMs = 2000;

/** Asks how far a video's conversion is while it waits or runs, and puts the answers into every copy of the post. */
export function useConversion({ _id: id, processing }: Post) {
  const toast = useToast();
  const [retrying, setRetrying] = useState(false);
  const { data } = useQuery({
    queryKey: queryKeys.conversion(id),
    queryFn: async ({ signal }) => (await call('posts.detail', { params: { id }, signal })).data.post,
    enabled: processing?.state === 'queued' || processing?.state === 'running',
    refetchInterval: askEveryMs,
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => {
    if (data) changeCopies(id, data);
  }, [id, data]);

  async function retry(): Promise<void> {
    setRetrying(true);
    try {
      changeCopies(id, (await call('videos.retry', { params: { id } })).data.post);
    } catch (error) {
      toast.error(failureText(error, t('posts.conversionRetryFailed')));
    } finally {
      setRetrying(false);
    }
  }

  return { retry, retrying };
}
