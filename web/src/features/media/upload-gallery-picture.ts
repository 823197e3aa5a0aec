import { limits } from '@duet/contract/limits';
import { call } from '../../api/client.ts';
import { withRetries } from '../../api/retry.ts';
import { isMobile } from '../../device/mobile.ts';
import { t } from '../../i18n/language.ts';
import { compressed } from './compress.ts';
import { isUploadedUnchanged, pictureFault } from './picture-type.ts';
import { isRetryable, RefusedPicture, sleep, uploadTimeoutMs } from './sending.ts';
import { readStored, type Stored } from './stored-image.ts';

const tooLarge = (file: File): string | null =>
  file.size > limits.image.galleryBytes ? t('rules.GALLERY_IMAGE_TOO_LARGE', { name: file.name }) : null;

/** What is wrong with a picked file (product.md §5, Gallery), or null. What a phone will compress may be larger. */
export async function galleryPictureFault(file: File): Promise<string | null> {
  const fault = pictureFault(file);
  if (fault) return fault;
  const becomesSmaller = isMobile() && !(await isUploadedUnchanged(file));
  return becomesSmaller ? null : tooLarge(file);
}

interface Sending {
  readonly signal: AbortSignal;
  /** Percent, from 0 to 100. */
  readonly onProgress: (percent: number) => void;
}

/**
 * Uploads a picture of a gallery into its post or draft, with up to three retries.
 *
 * @throws CallFailure, or a RefusedPicture with the sentence of product.md §8 that fits.
 */
export async function uploadGalleryPicture(
  picked: File,
  postId: string,
  { signal, onProgress }: Sending,
): Promise<Stored> {
  const file = await compressed(picked);
  const fault = tooLarge(file);
  if (fault) throw new RefusedPicture(fault);
  const attempt = async () => {
    const form = new FormData();
    form.set('postId', postId);
    form.set('image', file, file.name);
    const answer = await call('media.uploadGalleryImage', {
      body: form,
      signal,
      timeoutMs: uploadTimeoutMs(),
      onProgress: (sent, total) => onProgress(total > 0 ? Math.floor((100 * sent) / total) : 0),
    });
    return readStored(answer);
  };
  return withRetries(attempt, { isRetryable, sleep: (ms) => sleep(ms, signal) });
}
