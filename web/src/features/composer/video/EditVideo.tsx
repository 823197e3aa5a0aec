import type { Post } from '@duet/contract/posts/shapes';
import { useRef, useState } from 'react';
import { call, mediaAddress } from '../../../api/client.ts';
import { failureText } from '../../../api/failure.ts';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { useToast } from '../../../ui/toast.ts';
import { updatePost } from '../draft-calls.ts';
import { editKey } from '../local-draft.ts';
import styles from '../RichTextFields.module.css';
import { useLocalDraft } from '../use-local-draft.ts';
import { CurrentVideo } from './CurrentVideo.tsx';
import { discardSession, uploadIsRunning, uploadVideo, useRunningUpload } from './running-upload.ts';
import { markOf } from './session-memory.ts';
import { UploadProgress } from './UploadProgress.tsx';
import { isRunning } from './upload-state.ts';
import { usePickedVideo } from './use-picked-video.ts';
import { VideoFields } from './VideoFields.tsx';
import { base64Of, readVideo, type VideoDraft } from './video-draft.ts';
import { videoFailureText, wasCancelled } from './video-failure-text.ts';

interface EditVideoProps {
  readonly post: Post;
  readonly userId: string;
  /** After the post is saved. */
  readonly onSaved: (post: Post) => void;
  /** After the changes were thrown away. */
  readonly onDiscarded: () => void;
}

const draftOf = (post: Post): VideoDraft => ({
  caption: post.caption,
  adminOnly: post.adminOnlyVisibility,
  thumbnail: null,
  draftId: post._id,
  picked: null,
});

/** Edits a video post: its description, who sees it, and, where another one is picked, the video itself. */
export function EditVideo({ post, userId, onSaved, onDiscarded }: EditVideoProps) {
  const { t } = useTexts();
  const toast = useToast();
  const key = editKey(userId, post._id);
  const [initial] = useState(() => draftOf(post));
  const { draft, kept, change, forget } = useLocalDraft(key, initial, readVideo);
  const choice = usePickedVideo();
  const running = useRunningUpload(key);
  const [saving, setSaving] = useState(false);
  const [wanting, setWanting] = useState<'caption' | 'thumbnail' | null>(null);
  const busy = useRef(false);
  const changed =
    choice.picked !== null || draft.caption !== initial.caption || draft.adminOnly !== initial.adminOnly;

  async function pick(file: File): Promise<void> {
    if (uploadIsRunning()) return toast.error(t('upload.alreadyRunning'));
    change({ thumbnail: null, picked: markOf(file) });
    await choice.pick(file);
  }

  /** Carries the new video over, where one is picked, and puts it on the post. */
  async function replaceVideo(): Promise<void> {
    const video = choice.picked;
    if (!video) return;
    const thumbnailBlob = draft.thumbnail === null ? null : base64Of(draft.thumbnail);
    const target = { postId: post._id };
    await uploadVideo(key, video.file, video.type, target, async (sessionId, signal) => {
      const body = { sessionId, ...target, thumbnailBlob };
      await call('uploads.finalize', { body, signal, timeoutMs: null });
    });
    choice.clear();
  }

  async function save(): Promise<void> {
    if (busy.current) return;
    const caption = draft.caption.trim();
    if (caption === '') return setWanting('caption');
    if (choice.picked?.metadata && !draft.thumbnail) return setWanting('thumbnail');
    setWanting(null);
    busy.current = true;
    setSaving(true);
    try {
      await replaceVideo();
    } catch (error) {
      if (wasCancelled(error)) toast.warning(t('upload.cancelled'));
      else toast.error(videoFailureText(error));
      busy.current = false;
      setSaving(false);
      return;
    }
    try {
      const saved = await updatePost(post._id, {
        postType: 'video',
        caption,
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
