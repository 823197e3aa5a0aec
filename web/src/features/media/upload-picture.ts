import { limits, MB } from '@duet/contract/limits';
import { call } from '../../api/client.ts';
import { LocalizedError } from '../../api/failure.ts';
import { withRetries } from '../../api/retry.ts';
import { isMobile } from '../../device/mobile.ts';
import { t } from '../../i18n/language.ts';
import { compressed } from './compress.ts';
import { isRetryable, sleep, uploadTimeoutMs } from './sending.ts';
import { readStored, type Stored } from './stored-image.ts';

/** The picture as it travels: smaller on phones, and not above the limit (product.md §5, Upload size). */
async function prepared(file: File): Promise<File> {
  const ready = await compressed(file);
  const most = isMobile() ? limits.image.mobileBytes : limits.image.desktopBytes;
  if (ready.size > most) throw new LocalizedError(t('rules.IMAGE_TOO_LARGE', { n: most / MB }));
  return ready;
}

interface Sending {
  readonly signal?: AbortSignal;
  /** Percent, from 0 to 100. */
  readonly onProgress?: (percent: number) => void;
}

async function asForm(file: File, draftId: string, { signal, onProgress }: Sending): Promise<Stored> {
  const form = new FormData();
  form.set('draftId', draftId);
  form.set('image', file, file.name);
  const progress = onProgress && {
    onProgress: (sent: number, total: number) => onProgress(total > 0 ? Math.floor((100 * sent) / total) : 0),
  };
  const sending = { body: form, signal, timeoutMs: uploadTimeoutMs(), ...progress };
  return readStored(await call('media.uploadImage', sending));
}

async function asBase64(file: File, draftId: string, signal?: AbortSignal): Promise<Stored> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  const body = { imageData: btoa(binary), fileName: file.name, fileType: file.type, draftId };
  const sending = { body, signal, timeoutMs: uploadTimeoutMs() };
  return readStored(await call('media.uploadImageBase64', sending));
}

/**
 * Uploads a picture into a draft: up to three retries, then once by the fallback call, for lines that break forms.
 *
 * @throws CallFailure, or a LocalizedError with the sentence of product.md §8 that fits.
 */
export async function uploadPicture(picked: File, draftId: string, sending: Sending = {}): Promise<Stored> {
  const file = await prepared(picked);
  const { signal } = sending;
  const retrying = { isRetryable, sleep: (ms: number) => sleep(ms, signal) };
  return withRetries(() => asForm(file, draftId, sending), retrying).catch((error) => {
    if (!isRetryable(error)) throw error;
    return asBase64(file, draftId, signal);
  });
}
