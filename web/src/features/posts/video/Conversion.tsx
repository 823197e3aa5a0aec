import type { Post } from '@duet/contract/posts/shapes';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, Film, RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call, mediaAddress } from '../../../api/client.ts';
import { failureText } from '../../../api/failure.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { t, useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { useToast } from '../../../ui/toast.ts';
import { updateCachedPost } from '../cache/cached-posts.ts';
import styles from './Conversion.module.css';

interface ConversionProps {
  readonly post: Post;
  readonly processing: NonNullable<Post['processing']>;
  readonly poster: string | undefined;
}

/** What an admin sees in the place of a video that is not ready: its poster, how far it is, or why it failed. */
export default function Conversion({ post, processing, poster }: ConversionProps) {
  const { t } = useTexts();
  const { retry, retrying } = useConversion(post);
  const { state, progress, error } = processing;
  return (
    <div className={styles.conversion} data-conversion={state}>
      {poster && <img src={mediaAddress(poster)} alt="" decoding="async" />}
      {state === 'failed' ? (
        <div className={styles.words} role="alert">
          <CircleAlert size={28} aria-hidden />
          <p>{error ?? t('posts.conversionFailed')}</p>
          <Button
            size="small"
            busy={retrying}
            icon={<RotateCw size={16} aria-hidden />}
            onClick={() => void retry()}
          >
            {t('actions.retry')}
          </Button>
        </div>
      ) : (
        <div className={styles.words}>
          <Film size={28} aria-hidden />
          <p role="status">{t(state === 'running' ? 'posts.conversionRunning' : 'posts.conversionQueued')}</p>
          <progress aria-label={t('posts.conversionProgress')} max={100} value={progress} />
          <p aria-hidden="true" className={styles.percent}>
            {progress}%
          </p>
        </div>
      )}
    </div>
  );
}

const askEveryMs = 2000;

/** Asks how far a video's conversion is while it waits or runs, and puts the answers into every copy of the post. */
function useConversion({ _id: id, processing }: Post) {
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
    if (data) updateCachedPost(id, data);
  }, [id, data]);

  async function retry(): Promise<void> {
    setRetrying(true);
    try {
      updateCachedPost(id, (await call('videos.retry', { params: { id } })).data.post);
    } catch (error) {
      toast.error(failureText(error, t('posts.conversionRetryFailed')));
    } finally {
      setRetrying(false);
    }
  }

  return { retry, retrying };
}
