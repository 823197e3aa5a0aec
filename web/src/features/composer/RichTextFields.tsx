import { limits } from '@duet/contract/limits';
import type { Editor as TiptapEditor } from '@tiptap/react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Switch } from '../../ui/Switch.tsx';
import type { LocalDraft } from './local-draft.ts';
import styles from './RichTextFields.module.css';
import { type Pictures, usePictures } from './use-pictures.ts';
import type { PictureDraft } from './use-server-draft.ts';

const Editor = lazy(() => import('./Editor.tsx'));

export interface EditorState extends Pick<Pictures, 'uploading' | 'uploadAnew' | 'confirmMissing'> {
  /** Null until the editor is loaded. */
  readonly editor: TiptapEditor | null;
}

interface RichTextFieldsProps {
  readonly draft: LocalDraft;
  readonly onChange: (part: Partial<LocalDraft>) => void;
  readonly pictures: PictureDraft;
  /** Under which name this device keeps the files of pictures until they are uploaded. */
  readonly folder: string;
  readonly onReady?: (editor: TiptapEditor) => void;
  readonly disabled: boolean;
  /** The row of buttons below, told what the editor is at. */
  readonly actions: (state: EditorState) => ReactNode;
}

/** Title, text with pictures, and who may see it: the fields of a rich-text post, new or edited. */
export function RichTextFields({
  draft,
  onChange,
  pictures,
  folder,
  onReady,
  disabled,
  actions,
}: RichTextFieldsProps) {
  const { t } = useTexts();
  const [editor, setEditor] = useState<TiptapEditor | null>(null);
  const state = usePictures(editor, folder, pictures);
  const { uploads, uploading, missing, add, removeMissing } = state;

  return (
    <div className={styles.fields} inert={disabled}>
      <input
        className={styles.title}
        aria-label={t('composer.title')}
        placeholder={t('composer.titlePlaceholder')}
        maxLength={limits.title.maxChars}
        value={draft.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <Suspense fallback={<EditorSkeleton />}>
        <Editor
          content={draft.content}
          uploads={uploads}
          onReady={(ready) => {
            setEditor(ready);
            onReady?.(ready);
          }}
          onChange={(content) => onChange({ content })}
          onPictures={add}
        />
      </Suspense>
      <div className={styles.status}>
        <p role="status">
          {uploading > 0 && `${t('composer.pictureUploading', { count: uploading })} `}
          {missing > 0 && t('composer.picturesMissing', { count: missing })}
        </p>
        {missing > 0 && (
          <Button variant="secondary" size="small" onClick={removeMissing}>
            {t('composer.picturesRemoveMissing')}
          </Button>
        )}
      </div>
      <Switch
        label={t('composer.adminOnly')}
        hint={t('composer.adminOnlyHint')}
        checked={draft.adminOnly}
        onChange={(adminOnly) => onChange({ adminOnly })}
      />
      {actions({ editor, ...state })}
    </div>
  );
}

function EditorSkeleton() {
  return (
    <div className={styles.loading} aria-hidden>
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </div>
  );
}
