import { limits } from '@duet/contract/limits';
import type { Editor as TiptapEditor } from '@tiptap/react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { useGrowing } from '../../../ui/growing.ts';
import { Skeleton } from '../../../ui/Loading.tsx';
import { useToast } from '../../../ui/toast.ts';
import { sameHtml } from '../edit/blocks.ts';
import type { KeptDraft } from '../form/local-draft.ts';
import { restoreMissingMedia } from '../form/missing-media.ts';
import { AdminOnlySwitch } from '../form/PostFields.tsx';
import type { FormContent, FormParts } from '../form/PostForm.tsx';
import type { PictureDraft } from '../form/use-server-draft.ts';
import { type Pictures, usePictures } from '../pictures/use-pictures.ts';
import { hasText } from './html.ts';
import styles from './RichTextFields.module.css';
import type { TextDraft } from './text-kind.ts';

export const Editor = lazy(() => import('./Editor.tsx'));

/** The editor and its pictures, as far as the form has to know them. */
export interface TextEditing extends FormContent {
  /** Null until the editor is loaded. */
  readonly editor: TiptapEditor | null;
  readonly setEditor: (editor: TiptapEditor) => void;
  readonly pictures: Pictures;
}

interface TextForm {
  readonly key: string;
  readonly local: Pick<KeptDraft<TextDraft>, 'draft' | 'takenOver'>;
  readonly target: PictureDraft;
}

/** Writes the text of a post, new or edited. */
export function useTextEditing({ key, local, target }: TextForm): TextEditing {
  const { t } = useTexts();
  const toast = useToast();
  const [editor, setEditor] = useState<TiptapEditor | null>(null);
  const { content } = local.draft;
  const empty = !hasText(content);
  // Before the pictures, which are those of the text that is shown.
  useShownContent(editor, content, local.takenOver);
  const pictures = usePictures(editor, key, target, local.takenOver);

  async function validate(): Promise<boolean> {
    if (!editor) toast.error(t('composer.notReady'));
    else if (pictures.uploading > 0) toast.warning(t('composer.picturesPending'));
    else if (empty) toast.error(t('rules.fieldRequired'));
    else return pictures.confirmMissing();
    return false;
  }

  return {
    editor,
    setEditor,
    pictures,
    validate,
    incomplete: empty,
    handleError: (error) => restoreMissingMedia(error, pictures.uploadAnew),
  };
}

/** Shows what was written elsewhere in the editor, which does not follow its content by itself. */
export function useShownContent(editor: TiptapEditor | null, content: string, takenOver: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is written in the editor is shown there already
  useEffect(() => {
    if (takenOver === 0 || !editor || editor.isDestroyed || sameHtml(content, editor.getHTML())) return;
    editor.commands.setContent(content, { emitUpdate: false });
  }, [editor, takenOver]);
}

interface RichTextFieldsProps extends FormParts {
  readonly draft: TextDraft;
  readonly onChange: (part: Partial<TextDraft>) => void;
  readonly text: TextEditing;
  readonly onReady: (editor: TiptapEditor) => void;
}

/** Title, text with pictures, and who may see it: the fields of a rich-text post, new or edited. */
export function RichTextFields({ draft, onChange, text, onReady, disabled, actions }: RichTextFieldsProps) {
  const { t } = useTexts();
  const { uploads, uploading, missing, add, removeMissing } = text.pictures;

  return (
    <div className={styles.fields} inert={disabled}>
      <TitleField
        value={draft.title}
        onChange={(title) => onChange({ title })}
        onLeave={() => text.editor?.commands.focus()}
      />
      <Suspense fallback={<EditorSkeleton />}>
        <Editor
          label={t('composer.text')}
          placeholder={t('composer.textPlaceholder')}
          content={draft.content}
          pictures={{ uploads, add }}
          onReady={(ready) => {
            text.setEditor(ready);
            onReady(ready);
          }}
          onChange={(content) => onChange({ content })}
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
      <AdminOnlySwitch checked={draft.adminOnly} onChange={onChange} />
      {actions}
    </div>
  );
}

export function EditorSkeleton() {
  return (
    <div className={styles.loading} aria-hidden>
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </div>
  );
}

interface TitleFieldProps {
  readonly value: string;
  readonly onChange: (title: string) => void;
  /** Enter: a title has no second line, and what follows it is the text. */
  readonly onLeave: () => void;
}

/** The title of a post: one line of text in as many rows as it takes. */
function TitleField({ value, onChange, onLeave }: TitleFieldProps) {
  const { t } = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  useGrowing(field, value);
  return (
    <textarea
      ref={field}
      rows={1}
      dir="auto"
      className={styles.title}
      aria-label={t('composer.title')}
      placeholder={t('composer.titlePlaceholder')}
      maxLength={limits.title.maxChars}
      enterKeyHint="next"
      value={value}
      onChange={(event) => onChange(event.target.value.replace(/\s*\n\s*/g, ' '))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onLeave();
      }}
    />
  );
}
