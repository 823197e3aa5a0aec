import { type Editor, useEditorState } from '@tiptap/react';
import {
  Bold,
  Captions,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link as LinkIcon,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  Undo2,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { type TextKey, useTexts } from '../../../i18n/language.ts';
import styles from './Toolbar.module.css';
import { LinkDialog, PictureDialog } from './ToolbarDialogs.tsx';

interface Format {
  readonly label: 'bold' | 'italic' | 'heading' | 'subheading' | 'bulletList' | 'numberedList' | 'quote';
  readonly icon: LucideIcon;
  readonly run: (editor: Editor) => void;
  readonly isOn: (editor: Editor) => boolean;
}

const formats: readonly Format[] = [
  {
    label: 'bold',
    icon: Bold,
    run: (e) => e.chain().focus().toggleBold().run(),
    isOn: (e) => e.isActive('bold'),
  },
  {
    label: 'italic',
    icon: Italic,
    run: (e) => e.chain().focus().toggleItalic().run(),
    isOn: (e) => e.isActive('italic'),
  },
  {
    label: 'heading',
    icon: Heading2,
    run: (e) => e.chain().focus().toggleHeading({ level: 2 }).run(),
    isOn: (e) => e.isActive('heading', { level: 2 }),
  },
  {
    label: 'subheading',
    icon: Heading3,
    run: (e) => e.chain().focus().toggleHeading({ level: 3 }).run(),
    isOn: (e) => e.isActive('heading', { level: 3 }),
  },
  {
    label: 'bulletList',
    icon: List,
    run: (e) => e.chain().focus().toggleBulletList().run(),
    isOn: (e) => e.isActive('bulletList'),
  },
  {
    label: 'numberedList',
    icon: ListOrdered,
    run: (e) => e.chain().focus().toggleOrderedList().run(),
    isOn: (e) => e.isActive('orderedList'),
  },
  {
    label: 'quote',
    icon: Quote,
    run: (e) => e.chain().focus().toggleBlockquote().run(),
    isOn: (e) => e.isActive('blockquote'),
  },
];

interface ToolProps {
  readonly label: TextKey;
  readonly icon: LucideIcon;
  readonly on?: boolean;
  readonly disabled?: boolean;
  /** Keys that do the same, as `aria-keyshortcuts`. */
  readonly keys?: string;
  readonly onPress: () => void;
}

function Tool({ label, icon: Icon, on, disabled, keys, onPress }: ToolProps) {
  const { t } = useTexts();
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={t(label as 'composer.bold')}
      title={t(label as 'composer.bold')}
      aria-pressed={on}
      aria-keyshortcuts={keys}
      disabled={disabled}
      // Keeps the selection (and the phone's keyboard) where it is.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <Icon size={20} aria-hidden />
    </button>
  );
}

interface ToolbarProps {
  readonly editor: Editor;
  /** Null where there are none. */
  readonly onPictures: ((files: readonly File[]) => void) | null;
}

/** The formats as toggles, and what inserts something. */
export function Toolbar({ editor, onPictures }: ToolbarProps) {
  const { t } = useTexts();
  const picker = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<'link' | 'picture' | null>(null);
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      on: formats.map((format) => format.isOn(current)),
      link: current.isActive('link'),
      picture: current.isActive('image'),
      undo: current.can().undo(),
      redo: current.can().redo(),
    }),
  });

  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('composer.toolbar')}>
      {formats.map((format, index) => (
        <Tool
          key={format.label}
          label={`composer.${format.label}`}
          icon={format.icon}
          on={state.on[index] ?? false}
          onPress={() => format.run(editor)}
        />
      ))}
      <Tool label="composer.link" icon={LinkIcon} on={state.link} onPress={() => setOpen('link')} />
      {onPictures && (
        <Tool label="composer.picture" icon={ImagePlus} onPress={() => picker.current?.click()} />
      )}
      {state.picture && (
        <Tool label="composer.pictureAlt" icon={Captions} onPress={() => setOpen('picture')} />
      )}
      <span className={styles.gap} />
      <Tool
        label="composer.undo"
        icon={Undo2}
        disabled={!state.undo}
        keys="Control+Z Meta+Z"
        onPress={() => editor.chain().focus().undo().run()}
      />
      <Tool
        label="composer.redo"
        icon={Redo2}
        disabled={!state.redo}
        keys="Control+Shift+Z Meta+Shift+Z"
        onPress={() => editor.chain().focus().redo().run()}
      />
      {onPictures && (
        <input
          ref={picker}
          type="file"
          accept="image/*"
          multiple
          hidden
          onChange={(event) => {
            onPictures([...(event.target.files ?? [])]);
            // The same file may be picked again.
            event.target.value = '';
          }}
        />
      )}
      {open === 'link' && <LinkDialog editor={editor} onClose={() => setOpen(null)} />}
      {open === 'picture' && <PictureDialog editor={editor} onClose={() => setOpen(null)} />}
    </div>
  );
}
