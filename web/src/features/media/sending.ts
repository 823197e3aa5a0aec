import { limits } from '@duet/contract/limits';
import { CallFailure, failureText, LocalizedError } from '../../api/failure.ts';
import { isMobile } from '../../device/mobile.ts';
import { t } from '../../i18n/language.ts';

/** How long an upload may take: 120 s on phones, as long as it needs elsewhere (product.md §9). */
export const uploadTimeoutMs = () => (isMobile() ? limits.request.mobileUploadTimeoutMs : null);

/** What was refused stays refused; what the line or the server broke may go better next time. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof CallFailure && (error.status === 0 || error.status >= 500) && error.status !== 507;

/** A picture that is never taken, whatever the line does: too large, or one that nothing here can read. */
export class RefusedPicture extends LocalizedError {}

/** Whether the same file will be refused again: another try cannot help, another picture can. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof RefusedPicture || (error instanceof CallFailure && [400, 413, 415].includes(error.status));

/** Waits; where a signal ends first, that is thrown. */
export const sleep = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });

/** The sentence for a failed upload. */
export function uploadFailureText(error: unknown): string {
  if (!(error instanceof CallFailure) || error.status !== 0) return failureText(error, t('upload.failed'));
  return error.timedOut ? t('upload.timedOut') : t('upload.connectionLost');
}
