import type { Editor } from '@tiptap/react';
import { useRef, useState } from 'react';
import { CallFailure } from '../../api/failure.ts';
import { useTexts } from '../../i18n/language.ts';
import { useUser } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { confirm } from '../../ui/confirm.ts';
import { useToast } from '../../ui/toast.ts';
import { updateDraft } from './draft-calls.ts';
import { addressesIn, hasPictures, renewAddresses } from './fresh-pictures.ts';
import { emptyDraft, newPostKey, readRichText } from './local-draft.ts';
import { missingMedia } from './missing-media.ts';
import styles from './RichTextFields.module.css';
import { type EditorState, RichTextFields } from './RichTextFields.tsx';
import { hasText } from './text-of.ts';
import { useLocalDraft } from './use-local-draft.ts';
import { usePublishing } from './use-publishing.ts';
import { useServerDraft } from './use-server-draft.ts';

/** The form of /new/richtext: written here, kept on the device, published as a whole. */
export function NewRichText() {
  const { t } = useTexts();
  const user = useUser();
  // After a discard the form begins anew.
  const [round, setRound] = useState(0);
  if (!user) return null;
  return (
    <Form
      key={`${user.id}.${round}`}
      userId={user.id}
      title={t('composer.newPost')}
      onDiscarded={() => setRound(round + 1)}
    />
  );
}

interface FormProps {
  readonly userId: string;
  readonly title: string;
  readonly onDiscarded: () => void;
}

function Form({ userId, title, onDiscarded }: FormProps) {
  const { t } = useTexts();
  const toast = useToast();
  const key = newPostKey(userId);
  const form = useLocalDraft(key, emptyDraft, readRichText);
  const { draft, restored, kept, change, now, forget } = form;
  const serverDraft = useServerDraft(
    'richText',
    () => now().draftId,
    (draftId) => change({ draftId }),
  );
  const fields = () => {
    const { title, content, adminOnly } = now();
    return { title: title.trim(), content, adminOnlyVisibility: adminOnly };
  };
  const { publishing, publish, discardDraft } = usePublishing({
    userId,
    key,
    postType: 'richText',
    kept: form,
    fields,
    onFailed(error) {
      const count = shown.current?.uploadAnew(missingMedia(error)) ?? 0;
      if (count > 0) toast.warning(t('composer.galleryUploadedAnew', { count }));
      return count > 0;
    },
  });
  const shown = useRef<EditorState>(undefined);

  /** The addresses of a restored text's pictures have ended; the server's draft gives new ones. */
  async function renew(editor: Editor): Promise<void> {
    if (!restored || addressesIn(draft.content).size === 0) return;
    const write = async () => {
      const id = await serverDraft.id();
      return updateDraft(id, { content: draft.content }).catch((error) => {
        if (error instanceof CallFailure && error.status === 404) serverDraft.gone(id);
        throw error;
      });
    };
    // Where a cleanup has deleted the draft, the second one is a new one.
    const post = await write()
      .catch(() => (now().draftId === null ? write() : null))
      // The pictures keep their addresses; publishing says what failed.
      .catch(() => null);
    if (post && !editor.isDestroyed) renewAddresses(editor, addressesIn(post.content));
  }

  async function publishWhole(state: EditorState): Promise<void> {
    if (!state.editor) return toast.error(t('composer.notReady'));
    if (state.uploading > 0) return toast.warning(t('composer.picturesPending'));
    if (!hasText(draft.content)) return toast.error(t('rules.fieldRequired'));
    if (!(await state.confirmMissing())) return;
    shown.current = state;
    await publish();
  }

  async function discard(): Promise<void> {
    const sure = await confirm({
      title: t('composer.discardTitle'),
      text: t('composer.discardBody'),
      confirmLabel: t('composer.discard'),
      danger: true,
    });
    if (!sure) return;
    discardDraft();
    forget();
    onDiscarded();
  }

  const empty = !hasText(draft.content);
  const untouched = empty && draft.title === '' && !hasPictures(draft.content);
  return (
    <form className={styles.form} aria-label={title} onSubmit={(event) => event.preventDefault()}>
      <RichTextFields
        draft={draft}
        onChange={change}
        pictures={serverDraft}
        folder={key}
        onReady={(editor) => void renew(editor)}
        disabled={publishing}
        actions={(state) => (
          <div className={styles.actions}>
            <span className={styles.kept}>
              {!untouched && t(kept ? 'composer.savedHere' : 'composer.notSavedHere')}
            </span>
            <Button variant="quiet" disabled={untouched} onClick={() => void discard()}>
              {t('composer.discard')}
            </Button>
            <Button disabled={empty} busy={publishing} onClick={() => void publishWhole(state)}>
              {t(publishing ? 'composer.publishing' : 'composer.publish')}
            </Button>
          </div>
        )}
      />
    </form>
  );
}
