import { limits } from '@duet/contract/limits';
import { NodeSelection } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { TextArea, TextField } from '../../../ui/TextField.tsx';
import { isLinkable, withScheme } from './link.ts';
import styles from './ToolbarDialogs.module.css';

interface LinkDialogProps {
  readonly editor: Editor;
  readonly onClose: () => void;
}

/** Links the selection, or inserts the address itself where nothing is selected. */
export function LinkDialog({ editor, onClose }: LinkDialogProps) {
  const { t } = useTexts();
  const present: string = editor.getAttributes('link').href ?? '';
  const [address, setAddress] = useState(present);
  const [error, setError] = useState<string>();

  function insert(event: FormEvent): void {
    event.preventDefault();
    // The dialog lies inside the page's form for React, though not for the browser.
    event.stopPropagation();
    if (!isLinkable(address)) {
      setError(t('composer.linkInvalid'));
      return;
    }
    const href = withScheme(address);
    const chain = editor.chain().focus().extendMarkRange('link');
    const { selection } = editor.state;
    const text = { type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] };
    if (selection instanceof NodeSelection) {
      // A picture has no words to link, and stays.
      chain.insertContentAt(selection.to, { type: 'paragraph', content: [text] }).run();
    } else if (selection.empty && !present) {
      chain.insertContent([text]).run();
    } else {
      chain.setLink({ href }).run();
    }
    onClose();
  }

  function remove(): void {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClose();
  }

  return (
    <Sheet open onClose={onClose} unsaved={address !== present} title={t('composer.linkTitle')}>
      <form className={styles.form} onSubmit={insert} noValidate>
        <TextField
          label={t('composer.linkAddress')}
          placeholder={t('composer.linkPlaceholder')}
          type="url"
          inputMode="url"
          autoCapitalize="none"
          autoFocus
          value={address}
          error={error}
          onChange={(event) => {
            setAddress(event.target.value);
            setError(undefined);
          }}
        />
        <div className={styles.actions}>
          {present && (
            <Button variant="secondary" onClick={remove}>
              {t('composer.linkRemove')}
            </Button>
          )}
          <Button type="submit">{t('composer.linkInsert')}</Button>
        </div>
      </form>
    </Sheet>
  );
}

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
