import { limits } from '@duet/contract/limits';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { TextArea } from '../../../ui/TextField.tsx';
import styles from './AltTextDialog.module.css';
import type { GalleryItem } from './gallery-item.ts';

interface AltTextDialogProps {
  readonly item: GalleryItem;
  readonly onSave: (alt: string) => void;
  readonly onClose: () => void;
}

/** Asks what a picture shows, with the picture above the question. */
export function AltTextDialog({ item, onSave, onClose }: AltTextDialogProps) {
  const { t } = useTexts();
  const [alt, setAlt] = useState(item.alt);

  function save(event: FormEvent): void {
    event.preventDefault();
    onSave(alt.trim());
    onClose();
  }

  return (
    <Sheet open onClose={onClose} unsaved={alt !== item.alt} title={t('composer.galleryAltTitle')}>
      <form className={styles.form} onSubmit={save}>
        {item.previewUrl && <img className={styles.picture} src={item.previewUrl} alt="" />}
        <TextArea
          label={t('composer.pictureAlt')}
          hint={t('composer.galleryAltHint')}
          maxLength={limits.altText.maxChars}
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
        />
        <Button type="submit" className={styles.save}>
          {t('composer.pictureSave')}
        </Button>
      </form>
    </Sheet>
  );
}
