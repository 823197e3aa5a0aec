import type { Post } from '@duet/contract/posts/shapes';
import { useState } from 'react';
import { mediaAddress } from '../../../api/client.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { useToast } from '../../../ui/toast.ts';
import { EditNotice } from '../edit/EditNotice.tsx';
import type { EditFormProps } from '../edit/edit-form-props.ts';
import { useEdit } from '../edit/use-edit.ts';
import { videoKind } from '../edit/video-fields.ts';
import { editKey } from '../local-draft.ts';
import styles from '../RichTextFields.module.css';
import { CurrentVideo } from './CurrentVideo.tsx';
import { discardSession, uploadIsRunning, useRunningUpload } from './running-upload.ts';
import { markOf } from './session-memory.ts';
import { UploadProgress } from './UploadProgress.tsx';
import { isRunning } from './upload-state.ts';
import { usePickedVideo } from './use-picked-video.ts';
import { ReplaceFailure, useReplaceVideo } from './use-replace-video.ts';
import { VideoFields } from './VideoFields.tsx';
import { readVideo, type VideoDraft } from './video-draft.ts';
import { videoFailureText, wasCancelled } from './video-failure-text.ts';

const draftOf = (post: Post): VideoDraft => ({
  caption: post.caption,
  adminOnly: post.adminOnlyVisibility,
  thumbnail: null,
  draftId: post._id,
  picked: null,
});

/** Edits a video post: its description, who sees it, and, where another one is picked, the video itself. */
export function EditVideo({ loaded, userId, onSaved, onDiscarded, onGone }: EditFormProps) {
  const { t } = useTexts();
  const toast = useToast();
  const { post } = loaded;
  const key = editKey(userId, post._id);
  const [initial] = useState(() => draftOf(post));
  const edit = useEdit({
    kind: videoKind,
    loaded,
    storageKey: key,
    initial,
    read: readVideo,
    onSaved,
    onGone,
  });
  const { draft, kept, change, forget } = edit.local;
  const { saving } = edit;
  const choice = usePickedVideo();
  const replaceVideo = useReplaceVideo(key, post, choice);
  const running = useRunningUpload(key);
  const [wanting, setWanting] = useState<'caption' | 'thumbnail' | null>(null);
  const changed = choice.picked !== null || edit.changed;

  async function pick(file: File): Promise<void> {
    if (uploadIsRunning()) return toast.error(t('upload.alreadyRunning'));
    change({ thumbnail: null, picked: markOf(file) });
    await choice.pick(file);
  }

  async function save(): Promise<void> {
    if (draft.caption.trim() === '') return setWanting('caption');
    if (choice.picked?.metadata && !draft.thumbnail) return setWanting('thumbnail');
    setWanting(null);
    await edit.save({
      prepare: (base) => replaceVideo(base, draft.thumbnail),
      handleError: (error) => {
        if (!(error instanceof ReplaceFailure)) return false;
        if (wasCancelled(error.cause)) toast.warning(t('upload.cancelled'));
        else toast.error(videoFailureText(error.cause));
        return true;
      },
    });
  }

  async function discard(): Promise<void> {
    const question = { title: t('composer.videoDiscardTitle'), text: t('composer.discardEditBody') };
    if (changed && !(await confirm({ ...question, confirmLabel: t('composer.discard'), danger: true })))
      return;
    forget();
    discardSession(key);
    onDiscarded();
  }

  const state = saving && running && isRunning(running.state) ? running.state : null;
  const wantsCaption = wanting === 'caption' && draft.caption.trim() === '';
  const wantsThumbnail = wanting === 'thumbnail' && !draft.thumbnail;
  return (
    <form
      className={styles.form}
      aria-label={t('composer.editPost')}
      onSubmit={(event) => event.preventDefault()}
    >
      <EditNotice edit={edit} />
      <VideoFields
        draft={draft}
        onChange={change}
        choice={choice}
        unpicked={
          <CurrentVideo
            source={post.videoUrl && mediaAddress(post.videoUrl)}
            poster={post.thumbnailUrl && mediaAddress(post.thumbnailUrl)}
            fault={choice.fault}
            checking={choice.checking}
            onPick={(file) => void pick(file)}
          />
        }
        faults={{
          caption: wantsCaption ? t('rules.fieldRequired') : null,
          thumbnail: wantsThumbnail ? t('composer.thumbnailMissing') : null,
        }}
        captionHint={t('composer.videoCaptionHint')}
        disabled={saving}
        actions={
          state && running ? (
            <UploadProgress
              state={state}
              name={running.file.name}
              onPause={running.upload.pause}
              onResume={running.upload.resume}
              onCancel={running.upload.cancel}
            />
          ) : (
            <div className={styles.actions}>
              <span className={styles.kept}>
                {changed && t(kept ? 'composer.savedHere' : 'composer.notSavedHere')}
              </span>
              <Button variant="quiet" onClick={() => void discard()}>
                {t('composer.discard')}
              </Button>
              <Button busy={saving} onClick={() => void save()}>
                {t(saving ? 'composer.saving' : 'composer.save')}
              </Button>
            </div>
          )
        }
      />
    </form>
  );
}
