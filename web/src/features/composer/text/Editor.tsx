import { OrderedList } from '@tiptap/extension-list';
import { Placeholder } from '@tiptap/extensions';
import type { Slice } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import {
  EditorContent,
  type Extensions,
  type Editor as TiptapEditor,
  useEditor,
  wrappingInputRule,
} from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { useToast } from '../../../ui/toast.ts';
import { pictureFault } from '../../media/index.ts';
import { cleanPasted } from '../paste/clean-pasted.ts';
import { insertPictures, picturesOnly } from '../pictures/insert-pictures.ts';
import { Picture } from '../pictures/picture-node.ts';
import type { PictureUploads } from '../pictures/picture-uploads.ts';
import styles from './Editor.module.css';
import { withScheme } from './link.ts';
import { Toolbar } from './Toolbar.tsx';

/** What a paste or a drop brings, read while its event lasts. */
interface Transfer {
  readonly html: string;
  readonly rtf: string;
  /** Its files that nothing has been made of yet. */
  readonly files: readonly File[];
  /** Whether the HTML was taken in. */
  readonly read: boolean;
}

const transferOf = (data: DataTransfer | null): Transfer => ({
  html: data?.getData('text/html') ?? '',
  rtf: data?.getData('text/rtf') ?? '',
  files: [...(data?.files ?? [])],
  read: false,
});

/** The server's policy keeps no number to begin with: a list that is shown from 5 would be published from 1. */
const NumberedList = OrderedList.extend({
  addAttributes: () => ({}),
  addInputRules() {
    return [wrappingInputRule({ find: /^1\.\s$/, type: this.type })];
  },
});

/** What a post may hold: the tags that the server's HTML policy keeps, and nothing that it would drop. */
const extensions = (placeholder: () => string, pictures: EditorPictures | null): Extensions => [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    orderedList: false,
    link: {
      openOnClick: false,
      autolink: true,
      linkOnPaste: true,
      defaultProtocol: 'https',
      protocols: ['mailto'],
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: (uri, { defaultValidate }) => defaultValidate(withScheme(uri)),
    },
  }),
  NumberedList,
  ...(pictures ? [Picture.configure({ uploads: pictures.uploads })] : []),
  Placeholder.configure({ placeholder }),
];

interface EditorPictures {
  readonly uploads: PictureUploads;
  /** Files picked, pasted or dropped; at a position where it is given. */
  readonly add: (files: readonly File[], at?: number) => void;
}

interface EditorProps {
  /** Its name, and what stands in it while it is empty. */
  readonly label: string;
  readonly placeholder: string;
  /** The HTML to begin with; later changes of it are not followed. */
  readonly content: string;
  /** Null for words without pictures. */
  readonly pictures: EditorPictures | null;
  readonly onReady: (editor: TiptapEditor) => void;
  readonly onChange: (html: string) => void;
}

const isPicture = (file: File): boolean => pictureFault(file) === null;

const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/** The rich-text editor with its toolbar. Loaded only where one writes. */
export default function Editor({ label, placeholder, content, pictures, onReady, onChange }: EditorProps) {
  const { t } = useTexts();
  const toast = useToast();
  const refuse = () => toast.warning(t('composer.noPictures'));
  const onPictures = pictures?.add ?? refuse;
  const latest = useRef({ onReady, onChange, onPictures, placeholder });
  latest.current = { onReady, onChange, onPictures, placeholder };
  // What ProseMirror takes in at the moment: it hands on the HTML and the event apart.
  const transfer = useRef<Transfer>(transferOf(null));
  const read = (data: DataTransfer | null) => {
    transfer.current = transferOf(data);
    return false;
  };

  function clean(html: string): string {
    const { rtf, files } = transfer.current;
    const beside = { rtf, files: files.filter(isPicture) };
    const take = pictures?.uploads.take ?? (() => '');
    const { html: cleaned, missing, left } = cleanPasted(html, beside, take);
    if (!pictures && cleaned.includes('<img')) refuse();
    else if (missing > 0) toast.warning(t('composer.picturesNotTaken', { count: missing }));
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
    extensions: extensions(() => latest.current.placeholder, pictures),
    content,
    injectNonce: nonce(),
    editorProps: {
      attributes: {
        class: `rich-text ${styles.text}`,
        role: 'textbox',
        dir: 'auto',
        'aria-multiline': 'true',
        'aria-label': label,
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
      <Toolbar editor={editor} onPictures={pictures && onPictures} />
      <EditorContent editor={editor} />
    </div>
  );
}
