import { CallFailure, failureText } from '../../../api/failure.ts';
import { t } from '../../../i18n/language.ts';
import { PublishFailure } from '../publish.ts';
import { publishFailureText } from '../publish-failure-text.ts';
import { UploadStopped } from './video-upload.ts';

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
