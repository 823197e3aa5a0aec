import type { Post } from '@duet/contract/posts/shapes';
import type { Editor } from '@tiptap/react';
import { useRef, useState } from 'react';
import { failureText } from '../../api/failure.ts';
import { useTexts } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { confirm } from '../../ui/confirm.ts';
import { useToast } from '../../ui/toast.ts';
import { editableHtml } from './blocks-html.ts';
import { updatePost } from './draft-calls.ts';
import { addressesIn, renewAddresses } from './fresh-pictures.ts';
import { editKey, type LocalDraft, readRichText } from './local-draft.ts';
import styles from './RichTextFields.module.css';
import { type EditorState, RichTextFields } from './RichTextFields.tsx';
import { hasText } from './text-of.ts';
import { useLocalDraft } from './use-local-draft.ts';

interface EditRichTextProps {
  readonly post: Post;
  readonly userId: string;
  /** After the post is saved. */
  readonly onSaved: (post: Post) => void;
  /** After the changes were thrown away. */
  readonly onDiscarded: () => void;
}

const draftOf = (post: Post): LocalDraft => ({
  title: post.title,
  content: editableHtml(post.content),
  adminOnly: post.adminOnlyVisibility,
  draftId: post._id,
});

/** Edits a rich-text post; unsaved changes stay on this device until they are saved or discarded. */
export function EditRichText({ post, userId, onSaved, onDiscarded }: EditRichTextProps) {
  const { t } = useTexts();
  const toast = useToast();
  const [initial] = useState(() => draftOf(post));
  const { draft, restored, kept, change, forget } = useLocalDraft(
    editKey(userId, post._id),
    initial,
    readRichText,
  );
  const [saving, setSaving] = useState(false);
  const busy = useRef(false);
  const pictures = { id: () => Promise.resolve(post._id), gone: () => undefined };

  const changed =
    draft.title !== initial.title ||
    draft.content !== initial.content ||
    draft.adminOnly !== initial.adminOnly;

  async function save({ editor, uploading, confirmMissing }: EditorState): Promise<void> {
    if (busy.current) return;
    if (!editor) return toast.error(t('composer.notReady'));
    if (uploading > 0) return toast.warning(t('composer.picturesPending'));
    if (!(await confirmMissing())) return;
    busy.current = true;
    setSaving(true);
    try {
      const saved = await updatePost(post._id, {
        title: draft.title.trim(),
        content: draft.content,
        postType: 'richText',
        adminOnlyVisibility: draft.adminOnly,
      });
      forget();
      toast.success(t('composer.saved'));
      onSaved(saved);
    } catch (error) {
      toast.error(failureText(error, t('composer.updateFailed')));
    } finally {
      busy.current = false;
      setSaving(false);
    }
  }

  async function discard(): Promise<void> {
    const question = { title: t('composer.discardTitle'), text: t('composer.discardEditBody') };
    if (changed && !(await confirm({ ...question, confirmLabel: t('composer.discard'), danger: true })))
      return;
    forget();
    onDiscarded();
  }

  const renew = (editor: Editor) => {
    if (restored) renewAddresses(editor, addressesIn(initial.content));
  };

  return (
    <form
      className={styles.form}
      aria-label={t('composer.editPost')}
      onSubmit={(event) => event.preventDefault()}
    >
      <RichTextFields
        draft={draft}
        onChange={change}
        pictures={pictures}
        folder={editKey(userId, post._id)}
        onReady={renew}
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
