import { CallFailure, failureText } from '../../../api/failure.ts';
import { t } from '../../../i18n/language.ts';
import { toast } from '../../../ui/toast.ts';
import { PublishFailure, publishFailureText } from '../form/publish.ts';
import { UploadStopped } from './video-upload.ts';

/** The video of a post could not be replaced; `cause` is why. */
export class ReplaceFailure extends Error {
  constructor(cause: unknown) {
    super('The video was not replaced.', { cause });
  }
}

/** The sentence for an upload or a publish that did not work (product.md §8, Upload). */
export function videoFailureText(error: unknown): string {
  if (error instanceof PublishFailure && error.end !== 'publish') return publishFailureText(error);
  const cause = error instanceof PublishFailure ? error.cause : error;
  if (cause instanceof UploadStopped)
    return t(cause.why === 'cancelled' ? 'upload.cancelled' : 'upload.noSession');
  if (cause instanceof CallFailure) return cause.serverText ?? t('upload.failed');
  return failureText(cause, t('upload.failed'));
}

export const wasCancelled = (error: unknown): boolean => {
  const cause = error instanceof PublishFailure ? error.cause : error;
  return cause instanceof UploadStopped && cause.why === 'cancelled';
};

/** Tells that the person has stopped the upload, or why a video could not be replaced; answers whether it was that. */
export function handleVideoError(error: unknown): boolean {
  const cause = error instanceof ReplaceFailure ? error.cause : error;
  if (wasCancelled(cause)) toast.warning(t('upload.cancelled'));
  else if (error instanceof ReplaceFailure) toast.error(videoFailureText(cause));
  else return false;
  return true;
}
