import { call } from '../../../api/client.ts';
import { createDraft, stepsFor } from '../draft-calls.ts';
import { publishPost } from '../publish.ts';
import { uploadVideo } from './running-upload.ts';
import type { PickedVideo } from './use-picked-video.ts';
import { base64Of, type VideoDraft } from './video-draft.ts';

interface VideoPost {
  /** The key of the form. */
  readonly form: string;
  readonly video: PickedVideo;
  readonly draft: VideoDraft;
  /** Told the server's draft as soon as there is one. */
  readonly onDraft: (draftId: string) => void;
}

/**
 * Makes the server's draft, carries the video over, publishes both together and waits for the post to show.
 *
 * @throws PublishFailure
 */
export async function publishVideo({ form, video, draft, onDraft }: VideoPost): Promise<void> {
  const fields = { caption: draft.caption.trim(), adminOnlyVisibility: draft.adminOnly };
  const steps = stepsFor('video', (draftId) =>
    uploadVideo(form, video.file, video.type, { draftId }, async (sessionId, signal) => {
      await call('uploads.finalizeWithPost', {
        body: {
          ...fields,
          sessionId,
          draftId,
          thumbnailBlob: draft.thumbnail === null ? null : base64Of(draft.thumbnail),
        },
        signal,
        // The server reads, checks and tidies the whole file.
        timeoutMs: null,
      });
    }),
  );
  const keeping = {
    ...steps,
    async createDraft() {
      const draftId = await createDraft('video');
      if (draftId) onDraft(draftId);
      return draftId;
    },
  };
  await publishPost(keeping, 'video', fields, draft.draftId);
}
