import { limits } from '@duet/contract/limits';
import type { Editor } from '@tiptap/react';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { TextArea } from '../../../ui/TextField.tsx';
import styles from './Dialog.module.css';

interface PictureDialogProps {
  readonly editor: Editor;
  readonly onClose: () => void;
}

/** Says what the selected picture shows, or takes it out. */
export function PictureDialog({ editor, onClose }: PictureDialogProps) {
  const { t } = useTexts();
  const [former] = useState<string>(() => editor.getAttributes('image').alt ?? '');
  const [alt, setAlt] = useState(former);

  function save(event: FormEvent): void {
    event.preventDefault();
    event.stopPropagation();
    editor.chain().focus().updateAttributes('image', { alt: alt.trim() }).run();
    onClose();
  }

  function remove(): void {
    editor.chain().focus().deleteSelection().run();
    onClose();
  }

  return (
    <Sheet open onClose={onClose} unsaved={alt !== former} title={t('composer.picture')}>
      <form className={styles.form} onSubmit={save}>
        <TextArea
          label={t('composer.pictureAlt')}
          hint={t('composer.pictureAltHint')}
          maxLength={limits.altText.maxChars}
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
        />
        <div className={styles.actions}>
          <Button variant="secondary" onClick={remove}>
            {t('composer.pictureRemove')}
          </Button>
          <Button type="submit">{t('composer.pictureSave')}</Button>
        </div>
      </form>
    </Sheet>
  );
}
