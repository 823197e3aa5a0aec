import { CallFailure } from '../../../api/failure.ts';
import { t } from '../../../i18n/language.ts';
import { toast } from '../../../ui/toast.ts';
import { pathOf } from './picture-urls.ts';
import { PublishFailure } from './publish.ts';

/** The paths of the pictures that a refused call named and that the server does not have any more (MEDIA_GONE). */
export function missingMedia(error: unknown): ReadonlySet<string> {
  const cause = error instanceof PublishFailure ? error.cause : error;
  if (!(cause instanceof CallFailure) || cause.code !== 'MEDIA_GONE') return new Set();
  const { missingMedia: named } = (cause.answer ?? {}) as { missingMedia?: unknown };
  const addresses = Array.isArray(named) ? named.filter((one) => typeof one === 'string') : [];
  return new Set(addresses.map(pathOf));
}

/**
 * Uploads again what a refused call says is missing, and tells the person; answers whether there was any.
 *
 * @param uploadAnew Begins the uploads of these paths and answers how many there are.
 */
export function restoreMissingMedia(
  error: unknown,
  uploadAnew: (missing: ReadonlySet<string>) => number,
): boolean {
  const count = uploadAnew(missingMedia(error));
  if (count > 0) toast.warning(t('composer.galleryUploadedAnew', { count }));
  return count > 0;
}
