import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { CallFailure } from '../../../api/failure.ts';
import { deviceStorage } from '../../../device/storage.ts';
import { publishRequestKey } from '../../../device/storage-keys.ts';
import { useTexts } from '../../../i18n/language.ts';
import { useToast } from '../../../ui/toast.ts';
import { deleteDraft, type Fields as PublishedFields, publishCalls } from './draft-calls.ts';
import { editKey, type KeptDraft, loadDraft, saveDraft } from './local-draft.ts';
import { notifyPublished, notifyPublishedOtherwise } from './notify-published.ts';
import type { PostDraft, PostKind } from './post-kind.ts';
import {
  PublishFailure,
  type PublishSteps,
  publishFailureText,
  publishOutcome,
  publishPost,
} from './publish.ts';
import { whenOnline } from './when-online.ts';

interface NewForm<Draft> {
  readonly userId: string;
  /** Under which the device keeps what is composed. */
  readonly key: string;
  readonly local: KeptDraft<Draft>;
}

/** How one type of post is published. */
export interface PublishContent {
  /** Absent where the calls of every type of post do. */
  readonly steps?: PublishSteps<PublishedFields> | undefined;
  /** Before anything is sent; what it waits for must not overtake the publish. */
  readonly onBegin?: () => Promise<unknown>;
  /** The post is published, or another form goes on with it: nothing of this one is needed any more. */
  readonly onOver?: () => void;
  /** The publish did not succeed, and the form stays open. */
  readonly onFailed?: () => void;
  /** Whether what is picked is not what was sent, though the fields are the same. */
  readonly hasOtherMedia?: () => boolean;
  /** Tells a failure that this kind alone knows; answers whether it did. */
  readonly handleError?: (failure: unknown) => boolean;
  readonly textOf?: (failure: unknown) => string;
}

interface Publishing {
  readonly publishing: boolean;
  readonly publish: () => Promise<void>;
  /** Deletes the server's draft, after the person's word; says where it has been published meanwhile. */
  readonly discardDraft: () => void;
}

/**
 * Publishes a form, tells how it ended, and keeps everything where it did not succeed (decisions §7). Where the answer
 * was lost and nobody could be asked, also by a page that is gone, it asks again as soon as somebody answers.
 */
export function usePublishing<Draft extends PostDraft, Fields extends object>(
  kind: PostKind<Draft, Fields>,
  form: NewForm<Draft>,
  content: PublishContent,
): Publishing {
  const { local } = form;
  const { postType } = kind;
  const { t } = useTexts();
  const toast = useToast();
  const navigate = useNavigate();
  const [publishing, setPublishing] = useState(false);
  const busy = useRef(false);
  const newest = useRef(content);
  newest.current = content;
  const asked = askedPublish(form.key);
  const [unknown, setUnknown] = useState<string | null>(() => asked.get());
  const steps = content.steps ?? publishCalls(postType);
  const fields = () => kind.published(local.now());

  function known(): void {
    asked.forget();
    setUnknown(null);
  }

  function published(postId: string): void {
    known();
    newest.current.onOver?.();
    local.forget();
    notifyPublished(postId, postType, navigate);
  }

  /** What was written goes on as an edit of the post, so that it is neither lost nor published twice. */
  function publishedOtherwise(postId: string): void {
    const edit = editKey(form.userId, postId);
    known();
    if (loadDraft(edit, (entry) => entry)) {
      // Another tab has left its own words there. These stay where they are, for a post of their own.
      newest.current.onFailed?.();
      local.change({ draftId: null } as Partial<Draft>);
      toast.warning(t('composer.publishedAndEdited'));
      return;
    }
    // A device that refuses to keep it keeps it as long as the page.
    saveDraft(edit, { ...local.now(), draftId: postId });
    newest.current.onOver?.();
    local.forget();
    notifyPublishedOtherwise(postId, postType, navigate);
  }

  function failed(error: unknown): void {
    const { onFailed, handleError, textOf = publishFailureText } = newest.current;
    const failure = error instanceof PublishFailure ? error : null;
    if (failure?.end === 'published-otherwise' && failure.draftId) {
      publishedOtherwise(failure.draftId);
      return;
    }
    if (failure?.end === 'unknown') setUnknown(failure.draftId);
    else known();
    if (failure) local.change({ draftId: failure.draftId } as Partial<Draft>);
    onFailed?.();
    if (!handleError?.(error)) toast.error(textOf(error));
  }

  async function publish(): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setPublishing(true);
    try {
      await newest.current.onBegin?.();
      const onSend = (draftId: string) => {
        asked.keep(draftId);
        local.change({ draftId } as Partial<Draft>);
      };
      // Without a draft of its own a tab goes on with the one that another tab has sent, to a fate that is unknown.
      const id = local.now().draftId ?? asked.get();
      const sent = fields();
      const postId = await publishPost(steps, postType, sent, { id, onSend });
      // The form may have taken over what another tab has written on meanwhile.
      if (JSON.stringify(sent) === JSON.stringify(fields())) published(postId);
      else publishedOtherwise(postId);
    } catch (error) {
      failed(error);
    } finally {
      busy.current = false;
      setPublishing(false);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: begins when the fate of a draft is unknown
  useEffect(() => {
    if (unknown === null) return;
    const ends = new AbortController();
    if (local.now().draftId === null) local.change({ draftId: unknown } as Partial<Draft>);
    const ask = async () => {
      for (;;) {
        const compared = fields();
        const found = await publishOutcome(steps, unknown, compared);
        if (ends.signal.aborted) return;
        // Who wrote on while the server was asked has written something else than what is published.
        const isWritten =
          JSON.stringify(compared) !== JSON.stringify(fields()) || newest.current.hasOtherMedia?.();
        const end = found === 'published' && isWritten ? 'published-otherwise' : found;
        // A publish that was pressed meanwhile finds out by itself.
        const settled = end !== 'unknown' && !busy.current;
        if (settled && end === 'published') return published(unknown);
        if (settled) {
          known();
          if (end === 'gone' && local.now().draftId === unknown)
            local.change({ draftId: null } as Partial<Draft>);
          // What is published otherwise is told at the next publish, when the person has written to the end.
          // A video says by itself that its file has to be chosen again.
          if (end !== 'published-otherwise' && postType !== 'video')
            toast.warning(t('composer.notPublishedAfterAll'));
          return;
        }
        await whenOnline(ends.signal);
        if (ends.signal.aborted) return;
      }
    };
    void ask();
    return () => ends.abort();
  }, [unknown]);

  function discardDraft(): void {
    const { draftId } = local.now();
    known();
    if (!draftId) return;
    // A draft that stays behind is found by the clean-up of old drafts.
    void deleteDraft(draftId).catch((error) => {
      if (error instanceof CallFailure && error.status === 409)
        toast.warning(t('composer.discardedPublished'));
    });
  }

  return { publishing, publish, discardDraft };
}

/**
 * The draft that a form has sent to be published, from before the call until it is known what became of it. Kept on the
 * device at once, because the page may end in between.
 */
const askedPublish = (form: string) => {
  const key = publishRequestKey(form);
  return {
    get(): string | null {
      const kept = deviceStorage.getJson(key);
      return typeof kept === 'string' ? kept : null;
    },
    keep: (draftId: string): boolean => deviceStorage.setJson(key, draftId),
    forget: (): void => deviceStorage.remove(key),
  };
};

/** Whether what became of a form's publish is not known yet. */
export const isBeingPublished = (form: string): boolean => askedPublish(form).get() !== null;
