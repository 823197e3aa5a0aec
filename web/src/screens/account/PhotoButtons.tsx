import { Camera, Image } from 'lucide-react';
import { lazy, type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { profileCamera } from '../../native/native.ts';
import { native } from '../../native/platform.ts';
import { SheetPart } from '../../offline/SheetPart.tsx';
import { Button } from '../../ui/Button.tsx';
import { useFilePicker } from '../../ui/file-picker.tsx';
import styles from './PhotoButtons.module.css';
import { canBeCropped } from './photo-crop.ts';
import { useProfilePhoto } from './profile-photo.ts';

interface PhotoButtonsProps {
  readonly disabled?: boolean;
  readonly onSaved?: () => void;
}

/** Sets the profile photo from the camera or the library. */
export function PhotoButtons({ disabled, onSaved }: PhotoButtonsProps) {
  const { t } = useTexts();
  const { crop, dialog } = usePhotoCrop();
  const { uploading, save, saveFrom } = useProfilePhoto(crop);

  const pick = (source: 'camera' | 'library') => async (files: readonly File[]) => {
    const [file] = files;
    if (file && (await save(file, source))) onSaved?.();
  };
  const camera = useFilePicker({ accept: 'image/*', capture: 'user', onPick: pick('camera') });
  const library = useFilePicker({ accept: 'image/*', onPick: pick('library') });

  async function open(source: 'camera' | 'library') {
    const phone = native();
    if (!phone.hasCamera) return (source === 'camera' ? camera : library).open();
    const photo = () => (source === 'camera' ? phone.takePhoto(profileCamera) : phone.choosePhoto());
    if (await saveFrom(photo, source)) onSaved?.();
  }

  return (
    <div className={styles.buttons}>
      <Button
        variant="secondary"
        icon={<Camera size={20} aria-hidden />}
        disabled={disabled || uploading}
        onClick={() => void open('camera')}
      >
        {t('profile.photoCamera')}
      </Button>
      <Button
        variant="secondary"
        icon={<Image size={20} aria-hidden />}
        disabled={disabled}
        busy={uploading}
        onClick={() => void open('library')}
      >
        {t('profile.photoLibrary')}
      </Button>
      {camera.input}
      {library.input}
      {dialog}
      <span role="status" className="visually-hidden">
        {uploading ? t('profile.photoUploading') : ''}
      </span>
    </div>
  );
}

const CropPhoto = lazy(() => import('./CropPhoto.tsx'));

interface Question {
  readonly file: File;
  readonly answer: (photo: File | null) => void;
}

interface PhotoCrop {
  /** The square that the person chooses of a picture; the picture itself where there is nothing to choose; or null. */
  readonly crop: (file: File) => Promise<File | null>;
  /** To be shown somewhere. */
  readonly dialog: ReactNode;
}

/** Asks for the part of a picture that becomes a profile photo. */
function usePhotoCrop(): PhotoCrop {
  const [question, setQuestion] = useState<Question | null>(null);

  async function crop(file: File): Promise<File | null> {
    if (!(await canBeCropped(file))) return file;
    return new Promise((resolve) => {
      setQuestion({
        file,
        answer: (photo) => {
          setQuestion(null);
          resolve(photo);
        },
      });
    });
  }

  return {
    crop,
    dialog: question && (
      <SheetPart onClose={() => question.answer(null)}>
        <CropPhoto file={question.file} onChosen={question.answer} />
      </SheetPart>
    ),
  };
}
