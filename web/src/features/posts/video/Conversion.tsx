import type { Post } from '@duet/contract/posts/shapes';
import { CircleAlert, Film, RotateCw } from 'lucide-react';
import { mediaAddress } from '../../../api/client.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import styles from './Conversion.module.css';
import { useConversion } from './use-conversion.ts';

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
