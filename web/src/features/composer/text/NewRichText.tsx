import type { Editor } from '@tiptap/react';
import { CallFailure } from '../../../api/failure.ts';
import { updateDraft } from '../form/draft-calls.ts';
import { type NewFormProps, NewPost, NewPostForm, useNewDraft } from '../form/NewPostForm.tsx';
import { pictureUrlsIn, renewAddresses } from '../form/picture-urls.ts';
import { RichTextFields, useTextEditing } from './RichTextFields.tsx';
import { textKind } from './text-kind.ts';

/** The form of /new/richtext: written here, kept on the device, published as a whole. */
export const NewRichText = () => <NewPost Form={Form} />;

function Form(page: NewFormProps) {
  const form = useNewDraft(textKind, page);
  const { draft, restored, change, now } = form.local;
  const text = useTextEditing(form);

  /** The addresses of a restored text's pictures have ended; the server's draft gives new ones. */
  async function renew(editor: Editor): Promise<void> {
    if (!restored || pictureUrlsIn(draft.content).size === 0) return;
    const write = async () => {
      const id = await form.target.id();
      return updateDraft(id, { content: draft.content }).catch((error) => {
        if (error instanceof CallFailure && error.status === 404) form.target.gone(id);
        throw error;
      });
    };
    // Where a cleanup has deleted the draft, the second one is a new one.
    const post = await write()
      .catch(() => (now().draftId === null ? write() : null))
      // The pictures keep their addresses; publishing says what failed.
      .catch(() => null);
    if (post && !editor.isDestroyed) renewAddresses(editor, pictureUrlsIn(post.content));
  }

  return (
    <NewPostForm kind={textKind} page={page} form={form} content={text}>
      {(parts) => (
        <RichTextFields
          draft={draft}
          onChange={change}
          text={text}
          onReady={(editor) => void renew(editor)}
          {...parts}
        />
      )}
    </NewPostForm>
  );
}
