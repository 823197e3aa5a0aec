import { RefreshCw } from 'lucide-react';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { useFilePicker } from '../../../ui/file-picker.tsx';
import { useAcceptedTypes } from './open-uploads.ts';
import styles from './VideoFields.module.css';
import pickerStyles from './VideoPicker.module.css';
import { acceptOf, namesOf } from './video-type.ts';

interface CurrentVideoProps {
  readonly source: string | null;
  readonly poster: string | null;
  readonly fault: string | null;
  readonly checking: boolean;
  readonly onPick: (file: File) => void;
}

/** The video that a post has, and the way to another one. */
export function CurrentVideo({ source, poster, fault, checking, onPick }: CurrentVideoProps) {
  const { t, language } = useTexts();
  const accepted = useAcceptedTypes();
  const picker = useFilePicker({ accept: acceptOf(accepted), onPick: ([file]) => file && onPick(file) });
  return (
    <div className={pickerStyles.picker}>
      <div className={styles.picked}>
        {source && (
          // biome-ignore lint/a11y/useMediaCaption: what people film has no captions to offer
          <video src={source} poster={poster ?? undefined} controls playsInline preload="none" />
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
