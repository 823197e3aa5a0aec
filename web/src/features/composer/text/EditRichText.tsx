import type { Editor } from '@tiptap/react';
import { useRef } from 'react';
import { sameHtml } from '../edit/blocks.ts';
import { type EditFormProps, useEdit } from '../edit/use-edit.ts';
import { EditPostForm } from '../form/EditPostForm.tsx';
import { pictureUrlsIn, renewAddresses } from '../form/picture-urls.ts';
import { RichTextFields, useTextEditing } from './RichTextFields.tsx';
import { type TextDraft, textKind } from './text-kind.ts';

/** Edits a rich-text post; unsaved changes stay on this device until they are saved or discarded. */
export function EditRichText(page: EditFormProps) {
  const editor = useRef<Editor>(null);
  // The editor writes HTML its own way: what it makes of a text that nobody touched is that text.
  const untouched = useRef({ html: '', stands: '' });
  const edit = useEdit(textKind, page, ({ content }) => {
    const shown = editor.current;
    // An editor that is made after this begins with the new content.
    if (!shown || shown.isDestroyed || sameHtml(content, shown.getHTML())) return;
    shown.commands.setContent(content, { emitUpdate: false });
    untouched.current = { html: shown.getHTML(), stands: content };
    text.pictures.follow();
  });
  const { local } = edit;
  const text = useTextEditing(edit);

  function change(part: Partial<TextDraft>): void {
    const { html, stands } = untouched.current;
    const same = part.content !== undefined && sameHtml(part.content, html);
    local.change(same ? { ...part, content: stands } : part);
  }

  function ready(made: Editor): void {
    editor.current = made;
    untouched.current = { html: made.getHTML(), stands: local.now().content };
    if (local.restored) renewAddresses(made, pictureUrlsIn(textKind.draftOf(page.loaded.post).content));
  }

  return (
    <EditPostForm kind={textKind} page={page} edit={edit} content={text}>
      {(parts) => (
        <RichTextFields draft={local.draft} onChange={change} text={text} onReady={ready} {...parts} />
      )}
    </EditPostForm>
  );
}
