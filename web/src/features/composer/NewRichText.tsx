import type { Editor } from '@tiptap/react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTexts } from '../../i18n/language.ts';
import { useUser } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { confirm } from '../../ui/confirm.ts';
import { useToast } from '../../ui/toast.ts';
import { deleteDraft, stepsFor, updatePost } from './draft-calls.ts';
import { addressesIn, hasPictures, renewAddresses } from './fresh-pictures.ts';
import { emptyDraft, newPostKey, readRichText } from './local-draft.ts';
import { publishPost } from './publish.ts';
import { publishFailureText } from './publish-failure-text.ts';
import styles from './RichTextFields.module.css';
import { type EditorState, RichTextFields } from './RichTextFields.tsx';
import { hasText } from './text-of.ts';
import { useLocalDraft } from './use-local-draft.ts';
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
  const navigate = useNavigate();
  const { draft, restored, kept, change, forget } = useLocalDraft(
    newPostKey(userId),
    emptyDraft,
    readRichText,
  );
  const serverDraft = useServerDraft('richText', draft.draftId, (draftId) => change({ draftId }));
  const [publishing, setPublishing] = useState(false);
  const busy = useRef(false);

  /** The addresses of a restored text's pictures have ended; the server's draft gives new ones. */
  async function renew(editor: Editor): Promise<void> {
    if (!restored || !hasPictures(draft.content)) return;
    const post = await serverDraft
      .id()
      .then((id) => updatePost(id, { content: draft.content }))
      .catch(() => null);
    if (post && !editor.isDestroyed) renewAddresses(editor, addressesIn(post.content));
  }

  async function publish({ editor, uploading }: EditorState): Promise<void> {
    if (busy.current) return;
    if (!editor) return toast.error(t('composer.notReady'));
    if (uploading > 0) return toast.warning(t('composer.picturesPending'));
    if (!hasText(draft.content)) return toast.error(t('rules.fieldRequired'));
    busy.current = true;
    setPublishing(true);
    const { content, adminOnly } = draft;
    try {
      const fields = { title: draft.title.trim(), content, adminOnlyVisibility: adminOnly };
      await publishPost(stepsFor('richText'), 'richText', fields, draft.draftId);
      forget();
      toast.success(t('composer.published'));
      navigate(`/home?refresh=${Date.now()}`, { replace: true });
    } catch (error) {
      if (draft.draftId) serverDraft.gone(draft.draftId);
      toast.error(publishFailureText(error));
    } finally {
      busy.current = false;
      setPublishing(false);
    }
  }

  async function discard(): Promise<void> {
    const sure = await confirm({
      title: t('composer.discardTitle'),
      text: t('composer.discardBody'),
      confirmLabel: t('composer.discard'),
      danger: true,
    });
    if (!sure) return;
    forget();
    // A draft that stays behind is found by the clean-up of old drafts.
    if (draft.draftId) void deleteDraft(draft.draftId).catch(() => undefined);
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
            <Button disabled={empty} busy={publishing} onClick={() => void publish(state)}>
              {t(publishing ? 'composer.publishing' : 'composer.publish')}
            </Button>
          </div>
        )}
      />
    </form>
  );
}
