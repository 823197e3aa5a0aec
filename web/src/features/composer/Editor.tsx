import { EditorContent, type Editor as TiptapEditor, useEditor } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../i18n/language.ts';
import styles from './Editor.module.css';
import { extensions } from './extensions.ts';
import { Toolbar } from './Toolbar.tsx';

interface EditorProps {
  /** The HTML to begin with; later changes of it are not followed. */
  readonly content: string;
  readonly onReady: (editor: TiptapEditor) => void;
  readonly onChange: (html: string) => void;
  /** Pictures picked, pasted or dropped. */
  readonly onPictures: (files: readonly File[]) => void;
}

const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

const picturesIn = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/'));

/** The rich-text editor with its toolbar. Loaded only where one writes. */
export default function Editor({ content, onReady, onChange, onPictures }: EditorProps) {
  const { t } = useTexts();
  const latest = useRef({ onReady, onChange, onPictures });
  latest.current = { onReady, onChange, onPictures };
  const take = (files: File[]): boolean => {
    if (files.length > 0) latest.current.onPictures(files);
    return files.length > 0;
  };
  const editor = useEditor({
    extensions: extensions(() => t('composer.textPlaceholder')),
    content,
    injectNonce: nonce(),
    editorProps: {
      attributes: {
        class: `rich-text ${styles.text}`,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': t('composer.text'),
      },
      handlePaste: (_view, event) => take(picturesIn(event.clipboardData)),
      handleDrop: (_view, event, _slice, moved) => !moved && take(picturesIn(event.dataTransfer)),
    },
    onUpdate: ({ editor: changed }) => latest.current.onChange(changed.getHTML()),
  });

  useEffect(() => {
    if (editor) latest.current.onReady(editor);
  }, [editor]);

  if (!editor) return null;
  return (
    <div className={styles.editor}>
      <Toolbar editor={editor} onPictures={onPictures} />
      <EditorContent editor={editor} />
    </div>
  );
}
