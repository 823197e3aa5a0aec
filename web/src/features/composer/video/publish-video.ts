import { call } from '../../../api/client.ts';
import { CallFailure } from '../../../api/failure.ts';
import { type Fields, findOut, stepsFor } from '../form/draft-calls.ts';
import type { PublishSteps } from '../form/publish.ts';
import { uploadVideo } from './running-upload.ts';
import type { PickedVideo } from './use-picked-video.ts';
import { wasCancelled } from './video-failure-text.ts';
import { base64Of, type VideoDraft } from './video-kind.ts';

/**
 * Publishing a video: carries the file over and puts it on the draft in the call that publishes both.
 *
 * @param form The key of the form.
 */
export function videoSteps(form: string, video: PickedVideo, draft: VideoDraft): PublishSteps<Fields> {
  const thumbnailBlob = draft.thumbnail === null ? null : base64Of(draft.thumbnail);
  return {
    ...stepsFor('video'),
    wasCancelled,
    async publish(draftId, fields) {
      if (draftId === draft.draftId && (await isPublished(draftId))) {
        await call('posts.publish', { params: { id: draftId }, body: { ...fields, postType: 'video' } });
        return;
      }
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
 * @throws CallFailure POST_NOT_FOUND where the draft is gone.
 */
async function isPublished(draftId: string): Promise<boolean> {
  // Where nobody answers the draft is published as if it were one: the server has the last word.
  const found = await findOut(draftId).catch(() => 'draft' as const);
  if (found === 'gone') throw new CallFailure('', { status: 404, code: 'POST_NOT_FOUND' });
  return found === 'published';
}
