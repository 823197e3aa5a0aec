import { CallFailure, failureText } from '../../api/failure.ts';
import { t } from '../../i18n/language.ts';
import { PublishFailure } from './publish.ts';

/** The sentence for a publish that did not work (product.md §8, Post writing). */
export function publishFailureText(error: unknown): string {
  if (!(error instanceof PublishFailure)) return failureText(error, t('composer.publishPostFailed'));
  if (error.stage === 'draft-id') return t('composer.draftIdMissing');
  if (error.stage === 'draft') return failureText(error.cause, t('composer.draftFailed'));
  // Without an answer nobody knows what became of the draft; what counts is that the post is not out.
  const answered = error.cause instanceof CallFailure && error.cause.status !== 0;
  return answered
    ? failureText(error.cause, t('composer.publishDraftFailed'))
    : t('composer.publishPostFailed');
}
