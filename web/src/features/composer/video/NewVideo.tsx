import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { call } from '../../../api/client.ts';
import { CallFailure } from '../../../api/failure.ts';
import { pendingFile } from '../../../device/pending-file.ts';
import { useTexts } from '../../../i18n/language.ts';
import { useToast } from '../../../ui/toast.ts';
import { useIsPublishing } from '../form/asked-publish.ts';
import { type Fields, findPostState, publishCalls } from '../form/draft-calls.ts';
import type { KeptDraft } from '../form/local-draft.ts';
import { type NewDraft, type NewFormProps, NewPost, NewPostForm, useNewDraft } from '../form/NewPostForm.tsx';
import type { FormParts } from '../form/PostForm.tsx';
import type { PublishSteps } from '../form/publish.ts';
import { OpenUploads } from './OpenUploads.tsx';
import { draftOf, uploadOf } from './open-uploads.ts';
import {
  discardSession,
  sessionKey,
  uploadIsRunning,
  uploadVideo,
  useRunningUpload,
} from './running-upload.ts';
import { markOf, sameFile, sessionMemory } from './session-memory.ts';
import { UploadProgress } from './UploadProgress.tsx';
import { initialUploadState, isRunning } from './upload-state.ts';
import { useFileOfDraft } from './use-file-of-draft.ts';
import { type PickedVideo, usePickedVideo, type VideoChoice } from './use-picked-video.ts';
import { VideoFields } from './VideoFields.tsx';
import { VideoPicker } from './VideoPicker.tsx';
import { handleVideoError, videoFailureText, wasCancelled } from './video-failure-text.ts';
import { base64Of, type VideoDraft, videoKind } from './video-kind.ts';

/** The form of /new/video: its words are kept on the device, its upload goes on while one looks at something else. */
export const NewVideo = () => <NewPost Form={Form} />;

function Form(page: NewFormProps) {
  const { t } = useTexts();
  const toast = useToast();
  const { key: visit } = useLocation();
  const form = useNewDraft(videoKind, page);
  const { key, local } = form;
  const { draft, change } = local;
  const choice = usePickedVideo();
  const [wanting, setWanting] = useState<'video' | 'thumbnail' | null>(null);
  const newest = useRef<File | null>(null);
  /** Ends when it is known whether the upload of the picked file was begun before. */
  const search = useRef(Promise.resolve());

  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit may bring a file from the header's picker
  useEffect(() => {
    const file = pendingFile.take();
    if (file) void pick(file);
  }, [visit]);

  async function pick(file: File): Promise<void> {
    if (uploadIsRunning()) return toast.error(t('upload.alreadyRunning'));
    setWanting(null);
    newest.current = file;
    const mark = markOf(file);
    const video = await choice.pick(file);
    if (!video) return;
    change(({ picked, thumbnail }) => ({
      picked: mark,
      thumbnail: picked && sameFile(picked, mark) ? thumbnail : null,
    }));
    search.current = goOnWith(file);
  }

  /** Takes up the upload of this file that another device, or this one before it forgot, has begun. */
  async function goOnWith(file: File): Promise<void> {
    const memory = sessionMemory(sessionKey(key));
    const mark = markOf(file);
    const known = memory.get();
    const upload = known && sameFile(known.file, mark) ? null : await uploadOf(file);
    // Another one may have been picked meanwhile.
    if (!upload || newest.current !== file || uploadIsRunning()) return;
    const { sessionId, chunkSize, totalChunks } = upload;
    memory.keep({ sessionId, chunkSize, totalChunks, file: mark });
    const draftId = await draftOf(upload);
    if (draftId && newest.current === file) change({ draftId, sent: mark });
  }

  function missingField(): 'video' | 'thumbnail' | null {
    if (!choice.picked) return 'video';
    // Where this browser cannot show the video, the server takes a frame of it.
    return !draft.thumbnail && choice.picked.metadata ? 'thumbnail' : null;
  }

  const content = {
    changed: choice.picked !== null,
    unchosen: choice.picked === null,
    steps: choice.picked ? videoSteps(key, choice.picked, local) : undefined,
    validate() {
      if (uploadIsRunning()) {
        toast.error(t('upload.alreadyRunning'));
        return false;
      }
      const missing = missingField();
      setWanting(missing);
      return missing === null;
    },
    onBegin: () => search.current,
    handleError: handleVideoError,
    textOf: videoFailureText,
    onDiscarded() {
      newest.current = null;
      discardSession(key);
    },
  };
  const faults = {
    video: choice.fault ?? (wanting === 'video' ? t('rules.fieldRequired') : null),
    thumbnail: wanting === 'thumbnail' && !draft.thumbnail ? t('composer.thumbnailMissing') : null,
  };
  return (
    <NewPostForm kind={videoKind} page={page} form={form} content={content}>
      {(parts) => <NewVideoFields form={form} choice={choice} faults={faults} onPick={pick} {...parts} />}
    </NewPostForm>
  );
}

interface NewVideoFieldsProps extends FormParts {
  readonly form: NewDraft<VideoDraft>;
  readonly choice: VideoChoice;
  readonly faults: { readonly video: string | null; readonly thumbnail: string | null };
  readonly onPick: (file: File) => Promise<void>;
}

/** The fields of a new video, or how far its upload is; the upload may have been begun on a former visit of the form. */
function NewVideoFields({ form, choice, faults, onPick, disabled, actions }: NewVideoFieldsProps) {
  const { t } = useTexts();
  const { key } = form;
  const { draft, change } = form.local;
  const running = useRunningUpload(key);
  // That form knows what it has sent, and ends this one where it holds nothing else.
  const uploading = useIsPublishing(key) || disabled;
  useFileOfDraft(choice, form.local, uploading);
  const pickAgain = draft.picked && !uploading ? { name: draft.picked.name } : null;
  const session = pickAgain && sessionMemory(sessionKey(key)).get();

  function unpicked(): ReactNode {
    return (
      <>
        <OpenUploads except={session?.sessionId ?? null} onContinue={(file) => void onPick(file)} />
        <VideoPicker
          label={t('composer.videoPick')}
          notice={pickAgain && t(session ? 'upload.pickAgainGoesOn' : 'upload.pickAgain', pickAgain)}
          fault={faults.video}
          checking={choice.checking}
          onPick={(file) => void onPick(file)}
        />
      </>
    );
  }

  function progress(): ReactNode {
    const state = running?.state;
    // Until the upload itself begins, the draft is made.
    const former = state?.phase !== 'complete' && !isRunning(state ?? null);
    return (
      <UploadProgress
        state={state && !former ? state : initialUploadState(choice.picked?.file.size ?? 0)}
        name={running?.file.name ?? ''}
        onPause={() => running?.upload.pause()}
        onResume={() => running?.upload.resume()}
        onCancel={() => running?.upload.cancel()}
      />
    );
  }

  return (
    <VideoFields
      draft={draft}
      onChange={change}
      choice={choice}
      unpicked={!uploading && unpicked()}
      faults={faults}
      captionHint={t('composer.captionPlaceholder')}
      disabled={uploading}
      actions={uploading ? progress() : actions}
    />
  );
}

/**
 * Publishing a video: carries the file over and puts it on the draft in the call that publishes both.
 *
 * @param form The key of the form.
 */
function videoSteps(
  form: string,
  video: PickedVideo,
  { draft, change, now }: KeptDraft<VideoDraft>,
): PublishSteps<Fields> {
  const calls = publishCalls('video');
  const mark = markOf(video.file);
  const thumbnailBlob = draft.thumbnail === null ? null : base64Of(draft.thumbnail);
  let made: string | undefined;
  return {
    ...calls,
    wasCancelled,
    async createDraft(postType) {
      made = await calls.createDraft(postType);
      return made;
    },
    async publish(draftId, fields) {
      const { sent } = now();
      const isFormer = draftId !== made;
      // Another video that was sent for it may be published, or still on its way from another tab.
      if (isFormer && !(sent && sameFile(sent, mark))) throw draftGone();
      if (isFormer && (await isPublished(draftId))) {
        await call('posts.publish', { params: { id: draftId }, body: { ...fields, postType: 'video' } });
        return;
      }
      change({ sent: mark });
      await uploadVideo(form, video.file, video.type, { draftId }, async (sessionId, signal) => {
        await call('uploads.finalizeWithPost', {
          body: { ...fields, sessionId, draftId, thumbnailBlob },
          signal,
          // The server reads, checks and tidies the whole file.
          timeoutMs: null,
        });
      });
    },
  };
}

/**
 * Whether a draft from before was published meanwhile: nobody waits for an upload of gigabytes that ends in a refusal.
 * Without an answer the upload begins, and waits for the line by itself.
 *
 * @throws CallFailure POST_NOT_FOUND where another draft has to be made.
 */
async function isPublished(draftId: string): Promise<boolean> {
  const found = await findPostState(draftId).catch(() => 'unknown' as const);
  if (found === 'gone') throw draftGone();
  // Where nobody answers the draft is published as if it were one: the server has the last word.
  return found === 'published';
}

/** Has the publish make another draft. */
const draftGone = () => new CallFailure('', { status: 404, code: 'POST_NOT_FOUND' });
