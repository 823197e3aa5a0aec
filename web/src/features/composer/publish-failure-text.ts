import { CallFailure, failureText } from '../../api/failure.ts';
import { t } from '../../i18n/language.ts';
import { PublishFailure } from './publish.ts';

/** The sentence for a publish that did not work (product.md §8, Post writing). */
export function publishFailureText(error: unknown): string {
  if (!(error instanceof PublishFailure)) return failureText(error, t('composer.publishPostFailed'));
  const { end, cause } = error;
  if (end === 'draft-id') return t('composer.draftIdMissing');
  if (end === 'draft') return failureText(cause, t('composer.draftFailed'));
  if (end === 'unknown') return t('composer.publishUnknown');
  if (end === 'published-otherwise') return t('composer.publishedOtherwise');
  const answered = cause instanceof CallFailure && cause.status !== 0;
  return answered ? failureText(cause, t('composer.publishDraftFailed')) : t('composer.publishPostFailed');
}
