import { shownName } from '@duet/contract/accounts/shown-name';
import type { Post } from '@duet/contract/posts/shapes';
import { RefreshCw } from 'lucide-react';
import { mediaAddress } from '../../../api/client.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { useFilePicker } from '../../../ui/file-picker.tsx';
import { PlayableVideo } from '../../posts/index.ts';
import { useAcceptedTypes } from './open-uploads.ts';
import styles from './VideoFields.module.css';
import pickerStyles from './VideoPicker.module.css';
import { acceptOf, namesOf } from './video-type.ts';

interface CurrentVideoProps {
  readonly post: Post;
  readonly fault: string | null;
  readonly checking: boolean;
  readonly onPick: (file: File) => void;
}

/** The video that a post has, and the way to another one. */
export function CurrentVideo({ post, fault, checking, onPick }: CurrentVideoProps) {
  const { t, language } = useTexts();
  const accepted = useAcceptedTypes();
  const picker = useFilePicker({ accept: acceptOf(accepted), onPick: ([file]) => file && onPick(file) });
  return (
    <div className={pickerStyles.picker}>
      <div className={styles.picked}>
        {post.videoUrl && (
          <PlayableVideo
            source={mediaAddress(post.videoUrl)}
            poster={post.thumbnailUrl ? mediaAddress(post.thumbnailUrl) : undefined}
            duration={post.duration ?? null}
            measures={post.media?.[0]}
            label={t('posts.videoBy', { username: shownName(post) })}
          />
        )}
        <div className={styles.file}>
          <span>{accepted ? t('composer.videoHint', { types: namesOf(accepted, language) }) : '\u00a0'}</span>
          <Button
            variant="quiet"
            size="small"
            busy={checking}
            icon={<RefreshCw size={16} aria-hidden />}
            onClick={picker.open}
          >
            {t('composer.videoReplace')}
          </Button>
        </div>
      </div>
      {picker.input}
      {fault && (
        <p className={pickerStyles.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
