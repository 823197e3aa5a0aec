import type { StoredImage } from '@duet/contract/media/endpoints';
import { LocalizedError } from '../../api/failure.ts';
import { t } from '../../i18n/language.ts';

/** What a form needs of a picture that the server has stored. Width and height are 0 where it did not say them. */
export type Stored = Pick<StoredImage, 'url' | 'thumbnailUrl' | 'width' | 'height'>;

/**
 * Reads the answer to an upload. `data.file.url` alone is enough (product.md §7); a picture without a thumbnail stands
 * for itself.
 *
 * @throws LocalizedError where there is no address
 */
export function readStored(answer: unknown): Stored {
  const file = (answer as { data?: { file?: Partial<StoredImage> } } | undefined)?.data?.file;
  if (!file?.url) throw new LocalizedError(t('upload.noUrl'));
  const { url, thumbnailUrl, width, height } = file;
  return { url, thumbnailUrl: thumbnailUrl || url, width: width ?? 0, height: height ?? 0 };
}
