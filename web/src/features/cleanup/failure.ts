import { CallFailure } from '../../api/failure.ts';
import { type PlainKey, t } from '../../i18n/language.ts';

/** The server's own sentence, else ours: one for a refusal, one where no answer came (product.md §8). */
export function cleanupFailure(error: unknown, failed: PlainKey, errored: PlainKey = failed): string {
  const answered = error instanceof CallFailure && error.status !== 0;
  return (error instanceof CallFailure && error.serverText) || t(answered ? failed : errored);
}
