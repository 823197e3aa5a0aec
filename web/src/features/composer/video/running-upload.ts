import { LocalizedError } from '../../../api/failure.ts';
import { t } from '../../../i18n/language.ts';
import { createStore, useStore } from '../../../ui/store.ts';
import { sleep } from '../../media/index.ts';
import { whenOnline } from '../form/when-online.ts';
import { fingerprintOf } from './fingerprint.ts';
import { sessionMemory } from './session-memory.ts';
import { uploadCalls } from './upload-calls.ts';
import { isRunning, type UploadState } from './upload-state.ts';
import { type VideoUpload, videoUpload } from './video-upload.ts';

/** The upload under way on this page. It outlives its form: whoever looks at the feed meanwhile loses nothing. */
interface RunningUpload {
  /** The key of the form that it belongs to. */
  readonly form: string;
  readonly file: File;
  readonly state: UploadState | null;
  readonly upload: VideoUpload;
}

const running = createStore<RunningUpload | null>(null);

/** Leaving the page now would interrupt it. */
const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

export const uploadIsRunning = (): boolean => isRunning(running.get()?.state ?? null);

/** Where a form's upload session is kept. */
export const sessionKey = (form: string): string => `${form}.session`;

/** The draft or the post that a video is for. */
type UploadTarget = { readonly draftId: string } | { readonly postId: string };

/**
 * Uploads the video of a form and finishes it; there is one upload at a time.
 *
 * @throws UploadStopped, CallFailure or LocalizedError
 */
export async function uploadVideo(
  form: string,
  file: File,
  fileType: string,
  target: UploadTarget,
  finish: (sessionId: string, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (uploadIsRunning()) throw new LocalizedError(t('upload.alreadyRunning'));
  const hints = fingerprintOf(file).then((fingerprint) => ({ fingerprint, ...target }));
  const upload = videoUpload(file, fileType, {
    calls: { ...uploadCalls, init: uploadCalls.initWith(hints) },
    memory: sessionMemory(sessionKey(form)),
    sleep,
    now: () => performance.now(),
    whenOnline,
    onState: (state) => running.set({ form, file, upload, state }),
  });
  addEventListener('beforeunload', warn);
  try {
    await upload.run(finish);
  } finally {
    removeEventListener('beforeunload', warn);
  }
}

/** Throws away what an unfinished upload of a form has sent so far. */
export function discardSession(form: string): void {
  const memory = sessionMemory(sessionKey(form));
  const kept = memory.get();
  memory.forget();
  // A session that stays behind ends by itself.
  if (kept) void uploadCalls.cancel(kept.sessionId).catch(() => undefined);
}

/** The upload of a form, running or just ended. */
export function useRunningUpload(form: string): RunningUpload | null {
  const current = useStore(running);
  return current?.form === form ? current : null;
}
