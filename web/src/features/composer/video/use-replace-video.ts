import type { Post } from '@duet/contract/posts/shapes';
import { useRef } from 'react';
import { callVersioned } from '../../../api/client.ts';
import { LocalizedError } from '../../../api/failure.ts';
import { t } from '../../../i18n/language.ts';
import { confirm } from '../../../ui/confirm.ts';
import type { CaptionFields } from '../edit/field-rules.ts';
import { isGone, PostChanged, type PostVersion, presentOf, readPost, type Version } from '../edit/version.ts';
import { uploadVideo } from './running-upload.ts';
import type { PickedVideo, VideoChoice } from './use-picked-video.ts';
import { ReplaceFailure } from './video-failure-text.ts';
import { base64Of, videoKind, videoOf } from './video-kind.ts';

type Replace = (base: Version<CaptionFields>, thumbnail: string | null) => Promise<Version<CaptionFields>>;

/**
 * Puts a newly picked video on a post, where that is still the version to be changed, and answers the version that it
 * then is. Asked before the bytes travel and again at the end. Another video that somebody put there meanwhile is
 * replaced only after a question.
 *
 * @throws PostChanged, ReplaceFailure
 */
export function useReplaceVideo(form: string, post: Post, choice: VideoChoice): Replace {
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
