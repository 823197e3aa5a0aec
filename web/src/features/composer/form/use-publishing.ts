import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { CallFailure } from '../../../api/failure.ts';
import { persistedFiles } from '../../../device/persisted-files.ts';
import { useTexts } from '../../../i18n/language.ts';
import { useToast } from '../../../ui/toast.ts';
import { askedPublish, isPublishing, whilePublishing } from './asked-publish.ts';
import { deleteDraft, type Fields as PublishedFields, publishCalls } from './draft-calls.ts';
import { copyFiles } from './kept-files.ts';
import { editKey, type KeptDraft, loadDraft, saveDraft, showDraft } from './local-draft.ts';
import { notifyPublished, notifyPublishedOtherwise } from './notify-published.ts';
import type { PostDraft, PostKind } from './post-kind.ts';
import {
  PublishFailure,
  type PublishSteps,
  publishFailureText,
  publishOutcome,
  publishPost,
} from './publish.ts';
import { hasUnsent, isOtherFile, isSamePost } from './same-work.ts';
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

  function known(): void {
    asked.forget();
    setUnknown(null);
  }

  function published(postId: string, sent: Draft): void {
    known();
    newest.current.onOver?.();
    const stays = local.forget((written) => !isSamePost(kind, sent, written));
    // The form that is seen then is another one, in which somebody has written on.
    notifyPublished(postId, postType, stays && local.hasLeft() ? null : navigate);
  }

  /** The form holds the next video by now, with its words. */
  function publishedBefore(postId: string): void {
    known();
    if (local.now().draftId === postId) local.change({ draftId: null } as Partial<Draft>);
    notifyPublished(postId, postType, null);
  }

  /** What was written stays in the form, for a post of its own. */
  function staysHere(reason: 'composer.publishedAndEdited' | 'composer.publishedNotMoved'): void {
    newest.current.onFailed?.();
    local.change({ draftId: null } as Partial<Draft>);
    toast.warning(t(reason));
  }

  /** What was written goes on as an edit of the post, so that it is neither lost nor published twice. */
  async function publishedOtherwise(postId: string): Promise<void> {
    const edit = editKey(form.userId, postId);
    known();
    // Another tab has left its own words there.
    if (loadDraft(edit, (entry) => entry)) return staysHere('composer.publishedAndEdited');
    const files = kind.unsent(local.now());
    if (!(await copyFiles(files, form.key, edit))) {
      for (const file of files) void persistedFiles.remove(`${edit}/${file}`);
      return staysHere('composer.publishedNotMoved');
    }
    newest.current.onOver?.();
    const moved = local.now();
    const save = () => saveDraft(edit, { ...moved, draftId: postId });
    const isKept = save();
    const stays = local.forget((written) => !isSamePost(kind, moved, written));
    // What is forgotten has made room. A device that refuses it still keeps it as long as the page.
    if (!isKept) save();
    // The form of an edit may stand open behind this one, with what was published.
    showDraft(edit);
    notifyPublishedOtherwise(postId, postType, stays && local.hasLeft() ? null : navigate);
  }

  async function failed(error: unknown): Promise<void> {
    const { onFailed, handleError, textOf = publishFailureText } = newest.current;
    const failure = error instanceof PublishFailure ? error : null;
    if (failure?.end === 'published-otherwise' && failure.draftId) {
      await publishedOtherwise(failure.draftId);
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
      await whilePublishing(form.key, send);
    } finally {
      busy.current = false;
      setPublishing(false);
    }
  }

  async function send(): Promise<void> {
    try {
      await newest.current.onBegin?.();
      const onSend = (draftId: string) => {
        asked.keep(draftId);
        local.change({ draftId } as Partial<Draft>);
      };
      // Without a draft of its own a tab goes on with the one that another tab has sent, to a fate that is unknown.
      const id = local.now().draftId ?? asked.get();
      const sent = local.now();
      const postId = await publishPost(steps, postType, kind.published(sent), { id, onSend });
      // The form may have taken over what another tab has written on meanwhile.
      if (isSamePost(kind, sent, local.now())) published(postId, sent);
      else if (isOtherFile(local.now().picked, sent.picked)) publishedBefore(postId);
      else await publishedOtherwise(postId);
    } catch (error) {
      await failed(error);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: begins when the fate of a draft is unknown
  useEffect(() => {
    if (unknown === null) return;
    const ends = new AbortController();
    if (local.now().draftId === null) local.change({ draftId: unknown } as Partial<Draft>);
    const ask = async () => {
      for (;;) {
        const compared = local.now();
        const found = await publishOutcome(steps, unknown, kind.published(compared));
        if (ends.signal.aborted) return;
        // Who wrote on while the server was asked has written something else than what is published.
        const isWritten = hasUnsent(kind, local.now()) || !isSamePost(kind, compared, local.now());
        const end = found === 'published' && isWritten ? 'published-otherwise' : found;
        // A publish that was pressed meanwhile, or by a form before this one, finds out by itself.
        const settled = end !== 'unknown' && !busy.current && !isPublishing(form.key);
        if (settled && end === 'published') return published(unknown, compared);
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
