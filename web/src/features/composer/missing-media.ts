import { CallFailure } from '../../api/failure.ts';
import { pathOf } from './fresh-pictures.ts';
import { PublishFailure } from './publish.ts';

/** The paths of the pictures that a refused call named and that the server does not have any more (MEDIA_GONE). */
export function missingMedia(error: unknown): ReadonlySet<string> {
  const cause = error instanceof PublishFailure ? error.cause : error;
  if (!(cause instanceof CallFailure) || cause.code !== 'MEDIA_GONE') return new Set();
  const { missingMedia: named } = (cause.answer ?? {}) as { missingMedia?: unknown };
  const addresses = Array.isArray(named) ? named.filter((one) => typeof one === 'string') : [];
  return new Set(addresses.map(pathOf));
}
