import { Camera, Image } from 'lucide-react';
import { useTexts } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { useFilePicker } from '../../ui/file-picker.tsx';
import styles from './PhotoButtons.module.css';
import { useProfilePhoto } from './profile-photo.ts';

interface PhotoButtonsProps {
  readonly disabled?: boolean;
  readonly onSaved?: () => void;
}

/** Sets the profile photo from the camera or the library. */
export function PhotoButtons({ disabled, onSaved }: PhotoButtonsProps) {
  const { t } = useTexts();
  const { uploading, save } = useProfilePhoto();

  const pick = (source: 'camera' | 'library') => async (files: readonly File[]) => {
    const [file] = files;
    if (file && (await save(file, source))) onSaved?.();
  };
  const camera = useFilePicker({ accept: 'image/*', capture: 'user', onPick: pick('camera') });
  const library = useFilePicker({ accept: 'image/*', onPick: pick('library') });

  return (
    <div className={styles.buttons}>
      <Button
        variant="secondary"
        icon={<Camera size={20} aria-hidden />}
        disabled={disabled || uploading}
        onClick={camera.open}
      >
        {t('profile.photoCamera')}
      </Button>
      <Button
        variant="secondary"
        icon={<Image size={20} aria-hidden />}
        disabled={disabled}
        busy={uploading}
        onClick={library.open}
      >
        {t('profile.photoLibrary')}
      </Button>
      {camera.input}
      {library.input}
      <span role="status" className="visually-hidden">
        {uploading ? t('profile.photoUploading') : ''}
      </span>
    </div>
  );
}
