import { limits } from '@duet/contract/limits';
import type { Editor as TiptapEditor } from '@tiptap/react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Switch } from '../../ui/Switch.tsx';
import type { LocalDraft } from './local-draft.ts';
import styles from './RichTextFields.module.css';
import { type PictureDraft, usePictures } from './use-pictures.ts';

const Editor = lazy(() => import('./Editor.tsx'));

export interface EditorState {
  /** Null until the editor is loaded. */
  readonly editor: TiptapEditor | null;
  readonly uploading: number;
}

interface RichTextFieldsProps {
  readonly draft: LocalDraft;
  readonly onChange: (part: Partial<LocalDraft>) => void;
  readonly pictures: PictureDraft;
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
  onReady,
  disabled,
  actions,
}: RichTextFieldsProps) {
  const { t } = useTexts();
  const [editor, setEditor] = useState<TiptapEditor | null>(null);
  const { uploading, add } = usePictures(editor, pictures);

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
          onReady={(ready) => {
            setEditor(ready);
            onReady?.(ready);
          }}
          onChange={(content) => onChange({ content })}
          onPictures={(files) => void add(files)}
        />
      </Suspense>
      <p className={styles.status} role="status">
        {uploading > 0 && t('composer.pictureUploading', { count: uploading })}
      </p>
      <Switch
        label={t('composer.adminOnly')}
        hint={t('composer.adminOnlyHint')}
        checked={draft.adminOnly}
        onChange={(adminOnly) => onChange({ adminOnly })}
      />
      {actions({ editor, uploading })}
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
