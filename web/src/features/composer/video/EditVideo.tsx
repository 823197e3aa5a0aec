import { shownName } from '@duet/contract/accounts/shown-name';
import type { Post } from '@duet/contract/posts/shapes';
import { RefreshCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { callVersioned, mediaAddress } from '../../../api/client.ts';
import { LocalizedError } from '../../../api/failure.ts';
import { t, useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { useFilePicker } from '../../../ui/file-picker.tsx';
import { useToast } from '../../../ui/toast.ts';
import { PlayableVideo } from '../../posts/index.ts';
import type { CaptionFields } from '../edit/field-rules.ts';
import { type EditFormProps, useEdit } from '../edit/use-edit.ts';
import { isGone, PostChanged, type PostVersion, presentOf, readPost, type Version } from '../edit/version.ts';
import { EditPostForm } from '../form/EditPostForm.tsx';
import { useAcceptedTypes } from './open-uploads.ts';
import { discardSession, uploadIsRunning, uploadVideo, useRunningUpload } from './running-upload.ts';
import { markOf } from './session-memory.ts';
import { UploadProgress } from './UploadProgress.tsx';
import { isRunning } from './upload-state.ts';
import { useFileOfDraft } from './use-file-of-draft.ts';
import { type PickedVideo, usePickedVideo, type VideoChoice } from './use-picked-video.ts';
import styles from './VideoFields.module.css';
import { VideoFields } from './VideoFields.tsx';
import pickerStyles from './VideoPicker.module.css';
import { handleVideoError, ReplaceFailure } from './video-failure-text.ts';
import { base64Of, videoKind, videoOf } from './video-kind.ts';
import { acceptAttribute, namesOf } from './video-type.ts';

/** Edits a video post: its description, who sees it, and, where another one is picked, the video itself. */
export function EditVideo(page: EditFormProps) {
  const { t } = useTexts();
  const toast = useToast();
  const { post } = page.loaded;
  const edit = useEdit(videoKind, page);
  const { key } = edit;
  const { draft, change } = edit.local;
  const choice = usePickedVideo();
  const replaceVideo = useReplaceVideo(key, post, choice);
  const running = useRunningUpload(key);
  useFileOfDraft(choice, edit.local, edit.saving);
  const [wanting, setWanting] = useState<'caption' | 'thumbnail' | null>(null);

  async function pick(file: File): Promise<void> {
    if (uploadIsRunning()) return toast.error(t('upload.alreadyRunning'));
    change({ thumbnail: null, picked: markOf(file) });
    await choice.pick(file);
  }

  function missingField(): 'caption' | 'thumbnail' | null {
    if (draft.caption.trim() === '') return 'caption';
    return choice.picked?.metadata && !draft.thumbnail ? 'thumbnail' : null;
  }

  const content = {
    changed: choice.picked !== null,
    validate() {
      const missing = missingField();
      setWanting(missing);
      return missing === null;
    },
    prepare: (base: Version<CaptionFields>) => replaceVideo(base, draft.thumbnail),
    handleError: handleVideoError,
    onDiscarded: () => discardSession(key),
  };
  const state = edit.saving && running && isRunning(running.state) ? running.state : null;
  const wantsCaption = wanting === 'caption' && draft.caption.trim() === '';
  const wantsThumbnail = wanting === 'thumbnail' && !draft.thumbnail;
  return (
    <EditPostForm kind={videoKind} page={page} edit={edit} content={content}>
      {({ disabled, actions }) => (
        <VideoFields
          draft={draft}
          onChange={change}
          choice={choice}
          unpicked={
            <CurrentVideo
              post={post}
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
          disabled={disabled}
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
              actions
            )
          }
        />
      )}
    </EditPostForm>
  );
}

type Replace = (base: Version<CaptionFields>, thumbnail: string | null) => Promise<Version<CaptionFields>>;

/**
 * Puts a newly picked video on a post, where that is still the version to be changed, and answers the version that it
 * then is. Asked before the bytes travel and again at the end. Another video that somebody put there meanwhile is
 * replaced only after a question.
 *
 * @throws PostChanged, ReplaceFailure
 */
function useReplaceVideo(form: string, post: Post, choice: VideoChoice): Replace {
  const known = useRef(videoOf(post.media));
  // A second try within one save must not carry over what is there already.
  const picked = useRef(choice.picked);
  picked.current = choice.picked;

  async function meet(present: PostVersion): Promise<never> {
    const there = videoOf(present.post.media);
    if (there !== known.current) {
      const sure = await confirm({
        title: t('composer.videoChangedTitle'),
        text: t('composer.videoChangedText'),
        confirmLabel: t('composer.videoReplace'),
      });
      if (!sure) throw new ReplaceFailure(new LocalizedError(t('composer.videoNotReplaced')));
      known.current = there;
    }
    throw new PostChanged(present);
  }

  async function carryOver(video: PickedVideo, thumbnail: string | null, ifMatch: string | null) {
    const thumbnailBlob = thumbnail === null ? null : base64Of(thumbnail);
    let finished: PostVersion | undefined;
    await uploadVideo(form, video.file, video.type, { postId: post._id }, async (sessionId, signal) => {
      const body = { sessionId, postId: post._id, thumbnailBlob };
      const options = { body, signal, timeoutMs: null, ifMatch };
      const { answer, entityTag } = await callVersioned('uploads.finalize', options);
      finished = { post: answer.data.post, tag: entityTag };
    });
    if (!finished) throw new LocalizedError(t('upload.failed'));
    return finished;
  }

  return async (base, thumbnail) => {
    const video = picked.current;
    if (!video) return base;
    const now = await readPost(post._id);
    if (now && base.tag !== null && now.tag !== base.tag) await meet(now);
    const finished = await carryOver(video, thumbnail, base.tag).catch(async (error: unknown) => {
      const present = presentOf(error);
      if (present) return meet(present);
      throw isGone(error) ? error : new ReplaceFailure(error);
    });
    picked.current = null;
    known.current = videoOf(finished.post.media);
    choice.clear();
    const fields = videoKind.stored(finished.post);
    // After a lost answer it may have been changed again since.
    if (Object.keys(videoKind.changes(base.fields, fields)).length > 0) throw new PostChanged(finished);
    return { tag: finished.tag, fields };
  };
}

interface CurrentVideoProps {
  readonly post: Post;
  readonly fault: string | null;
  readonly checking: boolean;
  readonly onPick: (file: File) => void;
}

/** The video that a post has, and the way to another one. */
function CurrentVideo({ post, fault, checking, onPick }: CurrentVideoProps) {
  const { t, language } = useTexts();
  const accepted = useAcceptedTypes();
  const picker = useFilePicker({
    accept: acceptAttribute(accepted),
    onPick: ([file]) => file && onPick(file),
  });
  return (
    <div className={pickerStyles.picker}>
      <div className={styles.picked}>
        {post.videoUrl && (
          <PlayableVideo
            source={mediaAddress(post.videoUrl)}
            poster={post.thumbnailUrl ? mediaAddress(post.thumbnailUrl) : undefined}
            duration={post.duration ?? null}
            measures={post.media?.[0]}
            label={t('posts.videoBy', { username: shownName(post) })}
          />
        )}
        <div className={styles.file}>
          <span>{accepted ? t('composer.videoHint', { types: namesOf(accepted, language) }) : '\u00a0'}</span>
          <Button
            variant="quiet"
            size="small"
            busy={checking}
            icon={<RefreshCw size={16} aria-hidden />}
            onClick={picker.open}
          >
            {t('composer.videoReplace')}
          </Button>
        </div>
      </div>
      {picker.input}
      {fault && (
        <p className={pickerStyles.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
