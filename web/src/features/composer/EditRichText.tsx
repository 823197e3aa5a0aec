import type { Post } from '@duet/contract/posts/shapes';
import type { Editor } from '@tiptap/react';
import { useRef, useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { confirm } from '../../ui/confirm.ts';
import { useToast } from '../../ui/toast.ts';
import { editableHtml } from './blocks-html.ts';
import { sameHtml } from './edit/blocks.ts';
import { EditNotice } from './edit/EditNotice.tsx';
import type { EditFormProps } from './edit/edit-form-props.ts';
import { textKind } from './edit/text-fields.ts';
import { useEdit } from './edit/use-edit.ts';
import { addressesIn, renewAddresses } from './fresh-pictures.ts';
import { editKey, type LocalDraft, readRichText } from './local-draft.ts';
import { missingMedia } from './missing-media.ts';
import styles from './RichTextFields.module.css';
import { type EditorState, RichTextFields } from './RichTextFields.tsx';
import { hasText } from './text-of.ts';

const draftOf = (post: Post): LocalDraft => ({
  title: post.title,
  content: editableHtml(post.content),
  adminOnly: post.adminOnlyVisibility,
  draftId: post._id,
});

/** Edits a rich-text post; unsaved changes stay on this device until they are saved or discarded. */
export function EditRichText({ loaded, userId, onSaved, onDiscarded, onGone }: EditFormProps) {
  const { t } = useTexts();
  const toast = useToast();
  const { post } = loaded;
  const [initial] = useState(() => draftOf(post));
  const editor = useRef<Editor>(null);
  // The editor writes HTML its own way: what it makes of a text that nobody touched is that text.
  const untouched = useRef({ html: '', stands: '' });
  const edit = useEdit({
    kind: textKind,
    loaded,
    storageKey: editKey(userId, post._id),
    initial,
    read: readRichText,
    onFilled: ({ content }) => {
      const shown = editor.current;
      // An editor that is made after this begins with the new content.
      if (!shown || shown.isDestroyed || sameHtml(content, shown.getHTML())) return;
      shown.commands.setContent(content, { emitUpdate: false });
      untouched.current = { html: shown.getHTML(), stands: content };
    },
    onSaved,
    onGone,
  });
  const { local, changed, saving } = edit;
  const { draft, restored, kept, forget } = local;
  const pictures = { id: () => Promise.resolve(post._id), gone: () => undefined };

  function change(part: Partial<LocalDraft>): void {
    const { html, stands } = untouched.current;
    const same = part.content !== undefined && sameHtml(part.content, html);
    local.change(same ? { ...part, content: stands } : part);
  }

  async function save({ editor, uploading, uploadAnew, confirmMissing }: EditorState): Promise<void> {
    if (!editor) return toast.error(t('composer.notReady'));
    if (uploading > 0) return toast.warning(t('composer.picturesPending'));
    if (!(await confirmMissing())) return;
    await edit.save({
      handleError(error) {
        const count = uploadAnew(missingMedia(error));
        if (count > 0) toast.warning(t('composer.galleryUploadedAnew', { count }));
        return count > 0;
      },
    });
  }

  async function discard(): Promise<void> {
    const question = { title: t('composer.discardTitle'), text: t('composer.discardEditBody') };
    if (changed && !(await confirm({ ...question, confirmLabel: t('composer.discard'), danger: true })))
      return;
    forget();
    onDiscarded();
  }

  function ready(made: Editor): void {
    editor.current = made;
    untouched.current = { html: made.getHTML(), stands: local.now().content };
    if (restored) renewAddresses(made, addressesIn(initial.content));
  }

  return (
    <form
      className={styles.form}
      aria-label={t('composer.editPost')}
      onSubmit={(event) => event.preventDefault()}
    >
      <EditNotice edit={edit} />
      <RichTextFields
        draft={draft}
        onChange={change}
        pictures={pictures}
        folder={editKey(userId, post._id)}
        onReady={ready}
        disabled={saving}
        actions={(state) => (
          <div className={styles.actions}>
            <span className={styles.kept}>
              {changed && t(kept ? 'composer.savedHere' : 'composer.notSavedHere')}
            </span>
            <Button variant="quiet" onClick={() => void discard()}>
              {t('composer.discard')}
            </Button>
            <Button disabled={!hasText(draft.content)} busy={saving} onClick={() => void save(state)}>
              {t(saving ? 'composer.saving' : 'composer.save')}
            </Button>
          </div>
        )}
      />
    </form>
  );
}
