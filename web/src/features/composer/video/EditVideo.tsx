import { useState } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { useToast } from '../../../ui/toast.ts';
import type { CaptionFields } from '../edit/field-rules.ts';
import { type EditFormProps, useEdit } from '../edit/use-edit.ts';
import type { Version } from '../edit/version.ts';
import { EditPostForm } from '../form/EditPostForm.tsx';
import { CurrentVideo } from './CurrentVideo.tsx';
import { discardSession, uploadIsRunning, useRunningUpload } from './running-upload.ts';
import { markOf } from './session-memory.ts';
import { UploadProgress } from './UploadProgress.tsx';
import { isRunning } from './upload-state.ts';
import { usePickedVideo } from './use-picked-video.ts';
import { useReplaceVideo } from './use-replace-video.ts';
import { VideoFields } from './VideoFields.tsx';
import { handleVideoError } from './video-failure-text.ts';
import { videoKind } from './video-kind.ts';

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
