import type { Post } from '@duet/contract/posts/shapes';
import { type ReactNode, useRef, useState } from 'react';
import { failureText } from '../../../api/failure.ts';
import { useTexts } from '../../../i18n/language.ts';
import { useToast } from '../../../ui/toast.ts';
import { EditNotice } from '../edit/EditNotice.tsx';
import type { Edit, EditFormProps } from '../edit/use-edit.ts';
import type { Version } from '../edit/version.ts';
import { type FormContent, type FormParts, PostForm } from './PostForm.tsx';
import type { PostDraft, PostKind } from './post-kind.ts';
import { isSameWork } from './same-work.ts';

interface EditContent<Fields> extends FormContent {
  /** Runs before each try of a save with the version to be changed; answers the one to go on from. */
  readonly prepare?: (base: Version<Fields>) => Promise<Version<Fields>>;
  /** Publishes a post that is not published yet; absent where a save changes it. */
  readonly publish?: (() => Promise<Post>) | undefined;
  /** The address of a picture of the post by its path. */
  readonly pictureOf?: (path: string) => string | null;
}

interface EditPostFormProps<Draft extends PostDraft, Fields extends object> {
  readonly kind: PostKind<Draft, Fields>;
  readonly page: EditFormProps;
  readonly edit: Edit<Draft, Fields>;
  readonly content: EditContent<Fields>;
  readonly children: (parts: FormParts) => ReactNode;
}

/** The form of a stored post: saves what was changed, or publishes what is not published yet. */
export function EditPostForm<Draft extends PostDraft, Fields extends object>({
  kind,
  page,
  edit,
  content,
  children,
}: EditPostFormProps<Draft, Fields>) {
  const { t } = useTexts();
  const { local } = edit;
  const { publishing, publish } = usePublishStored(kind, edit, page.onSaved, content.handleError);
  const busy = publishing || edit.saving;
  const { texts } = kind;

  async function submit(): Promise<void> {
    if (!(await content.validate())) return;
    await (content.publish ? publish(content.publish) : edit.save(content));
  }

  function discard(): void {
    local.forget();
    content.onDiscarded?.();
    page.onDiscarded();
  }

  const submitLabel = content.publish
    ? t(busy ? 'composer.publishing' : 'composer.publish')
    : t(busy ? 'composer.saving' : 'composer.save');
  return (
    <PostForm
      label={t('composer.editPost')}
      notice={<EditNotice edit={edit} pictureOf={content.pictureOf} />}
      changed={content.changed || edit.changed}
      keptText={t(local.kept ? 'composer.savedHere' : texts.notKept)}
      discard={{ title: t(texts.discardTitle), text: t('composer.discardEditBody'), run: discard }}
      submit={{
        label: submitLabel,
        disabled: content.incomplete ?? false,
        unchosen: content.unchosen ?? false,
        busy,
        run: () => void submit(),
      }}
    >
      {children}
    </PostForm>
  );
}

/** Publishes a stored post once at a time, and shows how it ended. */
function usePublishStored<Draft extends PostDraft, Fields extends object>(
  kind: PostKind<Draft, Fields>,
  { local, goOnFrom }: Edit<Draft, Fields>,
  onSaved: EditFormProps['onSaved'],
  handleError: FormContent['handleError'],
) {
  const { t } = useTexts();
  const toast = useToast();
  const [publishing, setPublishing] = useState(false);
  const busy = useRef(false);

  async function publish(send: () => Promise<Post>): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setPublishing(true);
    try {
      const sent = local.now();
      const saved = await send();
      // The form may have taken over what another tab has written on meanwhile.
      if (!isSameWork(kind, sent, local.now())) {
        goOnFrom({ post: saved, tag: null });
        const link = { label: t('actions.edit'), to: `/edit/${saved._id}` };
        toast.warningWithLink(t('composer.publishedOtherwise'), link);
        return onSaved(saved);
      }
      const stays = local.forget((written) => !isSameWork(kind, sent, written));
      toast.success(t('composer.published'));
      onSaved(saved, stays && local.hasLeft());
    } catch (error) {
      if (!handleError?.(error)) toast.error(failureText(error, t('composer.publishPostFailed')));
    } finally {
      busy.current = false;
      setPublishing(false);
    }
  }

  return { publishing, publish };
}
