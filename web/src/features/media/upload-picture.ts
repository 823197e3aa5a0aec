import { limits } from '@duet/contract/limits';
import type { StoredImage } from '@duet/contract/media/endpoints';
import { call } from '../../api/client.ts';
import { CallFailure } from '../../api/failure.ts';
import { withRetries } from '../../api/retry.ts';
import { isMobile } from '../../device/mobile.ts';
import { t } from '../../i18n/language.ts';

const MB = 1024 * 1024;

/** The first thing wrong with a picked file, before anything is sent (product.md §5, Upload size). */
export function pictureFault(file: File): string | null {
  if (!file.type.startsWith('image/')) return t('rules.NOT_AN_IMAGE');
  const most = isMobile() ? limits.image.mobileBytes : limits.image.desktopBytes;
  return file.size > most ? t('rules.IMAGE_TOO_LARGE', { n: most / MB }) : null;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const timeoutMs = () => (isMobile() ? limits.request.mobileUploadTimeoutMs : null);

/** What was refused stays refused; what the line or the server broke may go better next time. */
const mayRetry = (error: unknown): boolean =>
  error instanceof CallFailure && (error.status === 0 || error.status >= 500) && error.status !== 507;

async function asForm(file: File, draftId: string): Promise<StoredImage> {
  const form = new FormData();
  form.set('draftId', draftId);
  form.set('image', file, file.name);
  const answer = await call('media.uploadImage', { body: form, timeoutMs: timeoutMs() });
  return answer.data?.file;
}

async function asBase64(file: File, draftId: string): Promise<StoredImage> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  const body = { imageData: btoa(binary), fileName: file.name, fileType: file.type, draftId };
  const answer = await call('media.uploadImageBase64', { body, timeoutMs: timeoutMs() });
  return answer.data?.file;
}

/**
 * Uploads a picture into a draft: up to three retries, then once by the fallback call, for lines that break forms.
 *
 * @throws CallFailure, or an Error with the sentence of product.md §8 that fits.
 */
export async function uploadPicture(file: File, draftId: string): Promise<StoredImage> {
  const stored = await withRetries(() => asForm(file, draftId), { mayRetry, sleep }).catch((error) => {
    if (!mayRetry(error)) throw error;
    return asBase64(file, draftId);
  });
  if (!stored?.url) throw new Error(t('upload.noUrl'));
  return stored;
}

/** The sentence for a failed upload. */
export function uploadFailureText(error: unknown): string {
  if (!(error instanceof CallFailure)) return error instanceof Error ? error.message : t('upload.failed');
  if (error.serverText) return error.serverText;
  if (error.status !== 0) return t('upload.failed');
  return error.message === t('network.timeout') ? t('upload.timedOut') : t('upload.connectionLost');
}
