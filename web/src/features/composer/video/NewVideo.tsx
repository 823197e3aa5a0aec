import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { handedOverFile } from '../../../device/handed-over-file.ts';
import { useTexts } from '../../../i18n/language.ts';
import { useUser } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { useToast } from '../../../ui/toast.ts';
import { newPostKey } from '../local-draft.ts';
import styles from '../RichTextFields.module.css';
import { useLocalDraft } from '../use-local-draft.ts';
import { usePublishing } from '../use-publishing.ts';
import { OpenUploads } from './OpenUploads.tsx';
import { draftOf, uploadOf } from './open-uploads.ts';
import { videoSteps } from './publish-video.ts';
import { discardSession, sessionKey, uploadIsRunning, useRunningUpload } from './running-upload.ts';
import { markOf, sameFile, sessionMemory } from './session-memory.ts';
import { UploadProgress } from './UploadProgress.tsx';
import { atBegin, isRunning } from './upload-state.ts';
import { usePickedVideo } from './use-picked-video.ts';
import { VideoFields } from './VideoFields.tsx';
import { VideoPicker } from './VideoPicker.tsx';
import { emptyVideo, readVideo } from './video-draft.ts';
import { videoFailureText, wasCancelled } from './video-failure-text.ts';

/** The form of /new/video: its words are kept on the device, its upload goes on while one looks at something else. */
export function NewVideo() {
  const user = useUser();
  // After a discard the form begins anew.
  const [round, setRound] = useState(0);
  if (!user) return null;
  return <Form key={`${user.id}.${round}`} userId={user.id} onOver={() => setRound((count) => count + 1)} />;
}

interface FormProps {
  readonly userId: string;
  /** After a discard, or when the upload of a former visit was published. */
  readonly onOver: () => void;
}

function Form({ userId, onOver }: FormProps) {
  const { t } = useTexts();
  const toast = useToast();
  const { key: visit } = useLocation();
  const key = newPostKey(userId, 'video');
  const form = useLocalDraft(key, emptyVideo, readVideo);
  const { draft, kept, change, now, forget } = form;
  const choice = usePickedVideo();
  const running = useRunningUpload(key);
  const [wanting, setWanting] = useState<'video' | 'thumbnail' | null>(null);
  const newest = useRef<File | null>(null);
  /** Ends when it is known whether the upload of the picked file was begun before. */
  const search = useRef(Promise.resolve());
  const { publishing, publish, discardDraft } = usePublishing({
    userId,
    key,
    postType: 'video',
    kept: form,
    ...(choice.picked && { steps: videoSteps(key, choice.picked, draft) }),
    fields: () => ({ caption: now().caption.trim(), adminOnlyVisibility: now().adminOnly }),
    onBegin: () => search.current,
    onFailed(error) {
      if (!wasCancelled(error)) return false;
      toast.warning(t('upload.cancelled'));
      return true;
    },
    textOf: videoFailureText,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit may bring a file from the header's picker
  useEffect(() => {
    const file = handedOverFile.take();
    if (file) void pick(file);
  }, [visit]);

  const elsewhere = !publishing && isRunning(running?.state ?? null);
  const overElsewhere = useRef(false);
  useEffect(() => {
    // Begun on a former visit of this form, and published now.
    if (overElsewhere.current && running?.state?.phase === 'complete') {
      forget();
      onOver();
    }
    overElsewhere.current = elsewhere;
  }, [elsewhere, running?.state?.phase, forget, onOver]);

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
    if (draftId && newest.current === file) change({ draftId });
  }

  async function publishPicked(): Promise<void> {
    if (uploadIsRunning()) return toast.error(t('upload.alreadyRunning'));
    const video = choice.picked;
    if (!video) return setWanting('video');
    // Where this browser cannot show the video, the server takes a frame of it.
    if (!draft.thumbnail && video.metadata) return setWanting('thumbnail');
    setWanting(null);
    await publish();
  }

  async function discard(): Promise<void> {
    const sure = await confirm({
      title: t('composer.videoDiscardTitle'),
      text: t('composer.videoDiscardBody'),
      confirmLabel: t('composer.discard'),
      danger: true,
    });
    if (!sure) return;
    newest.current = null;
    discardDraft();
    forget();
    discardSession(key);
    onOver();
  }

  const uploading = publishing || elsewhere;
  const untouched = !choice.picked && !draft.picked && draft.caption === '';
  const again = draft.picked && !uploading ? { name: draft.picked.name } : null;
  const session = again && sessionMemory(sessionKey(key)).get();
  const fault = choice.fault ?? (wanting === 'video' ? t('rules.fieldRequired') : null);
  const wantsThumbnail = wanting === 'thumbnail' && !draft.thumbnail;
  return (
    <form
      className={styles.form}
      aria-label={t('composer.newVideo')}
      onSubmit={(event) => event.preventDefault()}
    >
      <VideoFields
        draft={draft}
        onChange={change}
        choice={choice}
        unpicked={
          !elsewhere && (
            <>
              <OpenUploads except={session?.sessionId ?? null} onContinue={(file) => void pick(file)} />
              <VideoPicker
                label={t('composer.videoPick')}
                notice={again && t(session ? 'upload.pickAgainGoesOn' : 'upload.pickAgain', again)}
                fault={fault}
                checking={choice.checking}
                onPick={(file) => void pick(file)}
              />
            </>
          )
        }
        faults={{ thumbnail: wantsThumbnail ? t('composer.thumbnailMissing') : null }}
        captionHint={t('composer.captionPlaceholder')}
        disabled={uploading}
        actions={
          uploading ? (
            <UploadProgress
              state={shown()}
              name={running?.file.name ?? ''}
              onPause={() => running?.upload.pause()}
              onResume={() => running?.upload.resume()}
              onCancel={() => running?.upload.cancel()}
            />
          ) : (
            <div className={styles.actions}>
              <span className={styles.kept}>
                {!untouched && t(kept ? 'composer.savedHere' : 'composer.notSavedHere')}
              </span>
              <Button variant="quiet" disabled={untouched} onClick={() => void discard()}>
                {t('composer.discard')}
              </Button>
              <Button onClick={() => void publishPicked()}>{t('composer.publish')}</Button>
            </div>
          )
        }
      />
    </form>
  );

  /** Until the upload itself begins, the draft is made. */
  function shown() {
    const state = running?.state;
    const former = !elsewhere && state?.phase !== 'complete' && !isRunning(state ?? null);
    return state && !former ? state : atBegin(choice.picked?.file.size ?? 0);
  }
}
