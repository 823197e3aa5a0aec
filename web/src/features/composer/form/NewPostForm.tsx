import { type ComponentType, type ReactNode, useState } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { useUser } from '../../../session/session.ts';
import { type Entry, type KeptDraft, newPostKey, useLocalDraft } from './local-draft.ts';
import { type FormContent, type FormParts, PostForm } from './PostForm.tsx';
import type { PostDraft, PostKind } from './post-kind.ts';
import { useFormRounds } from './use-form-rounds.ts';
import { type PublishContent, usePublishing } from './use-publishing.ts';
import { type PictureDraft, useServerDraft } from './use-server-draft.ts';

export interface NewFormProps {
  readonly userId: string;
  /** The server's draft of the form that was discarded just before. */
  readonly discarded: string | null;
  /** Makes way for an empty form. */
  readonly restart: (discarded: string | null) => void;
  /** Nothing of the form is needed any more: whoever comes to its page again finds an empty one. */
  readonly end: () => void;
}

interface NewPostProps {
  readonly Form: ComponentType<NewFormProps>;
}

/** A form for the person who is signed in, and another one after each that is discarded or published. */
export function NewPost({ Form }: NewPostProps) {
  const user = useUser();
  const { round, restart, end } = useFormRounds();
  const [discarded, setDiscarded] = useState<string | null>(null);
  if (!user) return null;
  return (
    <Form
      key={`${user.id}.${round}`}
      userId={user.id}
      discarded={discarded}
      restart={(draftId) => {
        setDiscarded(draftId);
        restart();
      }}
      end={end}
    />
  );
}

export interface NewDraft<Draft> {
  /** The name under which this device keeps the draft and, below it, its files. */
  readonly key: string;
  readonly local: KeptDraft<Draft>;
  /** Takes uploads. */
  readonly target: PictureDraft;
}

/** The draft of a new post: on this device, and on the server as soon as an upload needs it. */
export function useNewDraft<Draft extends PostDraft, Fields extends object>(
  kind: PostKind<Draft, Fields>,
  { userId, restart }: NewFormProps,
): NewDraft<Draft> {
  const key = newPostKey(userId, kind.postType);
  const read = (entry: Entry) => kind.read(entry, null);
  const local = useLocalDraft(key, kind.empty, read, () => restart(null));
  const target = useServerDraft(
    kind.postType,
    () => local.now().draftId,
    (draftId) => local.change({ draftId } as Partial<Draft>),
  );
  return { key, local, target };
}

interface NewPostFormProps<Draft extends PostDraft, Fields extends object> {
  readonly kind: PostKind<Draft, Fields>;
  readonly page: NewFormProps;
  readonly form: NewDraft<Draft>;
  readonly content: FormContent & PublishContent;
  readonly children: (parts: FormParts) => ReactNode;
}

/** The form of a new post: published as a whole, or discarded with everything that was made for it. */
export function NewPostForm<Draft extends PostDraft, Fields extends object>({
  kind,
  page,
  form,
  content,
  children,
}: NewPostFormProps<Draft, Fields>) {
  const { t } = useTexts();
  const { key, local } = form;
  const { publishing, publish, discardDraft } = usePublishing(
    kind,
    { userId: page.userId, key, local },
    { ...content, onOver },
  );
  const { texts } = kind;

  function onOver(): void {
    content.onOver?.();
    page.end();
  }

  async function submit(): Promise<void> {
    if (await content.validate()) await publish();
  }

  function discard(): void {
    const { draftId } = local.now();
    content.onOver?.();
    discardDraft();
    local.forget();
    content.onDiscarded?.();
    page.restart(draftId);
  }

  const changed = content.changed || !kind.isEmpty(local.draft);
  return (
    <PostForm
      label={t(texts.newForm)}
      changed={changed}
      keptText={t(local.kept ? 'composer.savedHere' : texts.notKept)}
      discard={{
        title: t(texts.discardTitle),
        text: t(texts.discardNew),
        disabled: !changed,
        run: discard,
      }}
      submit={{
        label: t(publishing ? 'composer.publishing' : 'composer.publish'),
        disabled: content.incomplete ?? false,
        unchosen: content.unchosen ?? false,
        busy: publishing,
        run: () => void submit(),
      }}
    >
      {children}
    </PostForm>
  );
}
