import type { Slice } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { EditorContent, type Editor as TiptapEditor, useEditor } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { useToast } from '../../ui/toast.ts';
import { pictureFault } from '../media/index.ts';
import styles from './Editor.module.css';
import { extensions } from './extensions.ts';
import { cleanPasted } from './paste/clean-pasted.ts';
import { type Transfer, transferOf } from './paste/transfer.ts';
import { insertPictures, picturesOnly } from './pictures/insert-pictures.ts';
import type { PictureUploads } from './pictures/picture-uploads.ts';
import { Toolbar } from './Toolbar.tsx';

interface EditorProps {
  /** The HTML to begin with; later changes of it are not followed. */
  readonly content: string;
  readonly uploads: PictureUploads;
  readonly onReady: (editor: TiptapEditor) => void;
  readonly onChange: (html: string) => void;
  /** Files picked, pasted or dropped; at a position where it is given. */
  readonly onPictures: (files: readonly File[], at?: number) => void;
}

const isPicture = (file: File): boolean => pictureFault(file) === null;

const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/** The rich-text editor with its toolbar. Loaded only where one writes. */
export default function Editor({ content, uploads, onReady, onChange, onPictures }: EditorProps) {
  const { t } = useTexts();
  const toast = useToast();
  const latest = useRef({ onReady, onChange, onPictures });
  latest.current = { onReady, onChange, onPictures };
  // What ProseMirror takes in at the moment: it hands on the HTML and the event apart.
  const transfer = useRef<Transfer>(transferOf(null));
  const read = (data: DataTransfer | null) => {
    transfer.current = transferOf(data);
    return false;
  };

  function clean(html: string): string {
    const { rtf, files } = transfer.current;
    const beside = { rtf, files: files.filter(isPicture) };
    const { html: cleaned, missing, left } = cleanPasted(html, beside, uploads.take);
    if (missing > 0) toast.warning(t('composer.picturesNotTaken', { count: missing }));
    transfer.current = { ...transfer.current, files: left, read: true };
    return cleaned;
  }

  /** Pictures take nothing out, not even selected words; HTML with words is ProseMirror's, as ever. */
  function paste(view: EditorView, slice: Slice): boolean {
    const { html, read } = transfer.current;
    const files = transfer.current.files.filter(isPicture);
    const pictures = read ? picturesOnly(slice) : null;
    if (pictures) {
      const tr = view.state.tr;
      insertPictures(tr, pictures);
      view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
    }
    // Without its HTML: somebody wants the plain words, or stands in code.
    if (files.length === 0 || (html && !read)) return pictures !== null;
    if (pictures || !read || slice.size === 0) {
      latest.current.onPictures(files);
      return true;
    }
    queueMicrotask(() => latest.current.onPictures(files));
    return false;
  }

  function drop(view: EditorView, event: DragEvent, slice: Slice): boolean {
    const { files, read } = transfer.current;
    const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
    if (files.length === 0) return false;
    if (read && slice.size > 0) {
      queueMicrotask(() => latest.current.onPictures(files));
      return false;
    }
    // A file that is no picture is told to be none: the browser would leave the page to open it.
    latest.current.onPictures(files, at);
    return true;
  }

  const editor = useEditor({
    extensions: extensions(() => t('composer.textPlaceholder'), uploads),
    content,
    injectNonce: nonce(),
    editorProps: {
      attributes: {
        class: `rich-text ${styles.text}`,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': t('composer.text'),
      },
      handleDOMEvents: {
        paste: (_view, event) => read(event.clipboardData),
        drop: (_view, event) => read(event.dataTransfer),
      },
      transformPastedHTML: clean,
      handlePaste: (view, _event, slice) => paste(view, slice),
      handleDrop: (view, event, slice, moved) => !moved && drop(view, event, slice),
    },
    onUpdate: ({ editor: changed }) => latest.current.onChange(changed.getHTML()),
  });

  useEffect(() => {
    // On a slow device Tiptap destroys the first instance before this effect has run, and makes another one.
    if (editor && !editor.isDestroyed) latest.current.onReady(editor);
  }, [editor]);

  if (!editor) return null;
  return (
    <div className={styles.editor}>
      <Toolbar editor={editor} onPictures={onPictures} />
      <EditorContent editor={editor} />
    </div>
  );
}
