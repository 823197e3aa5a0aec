import { limits } from '@duet/contract/limits';
import { CallFailure } from '../../api/failure.ts';
import { type PlainKey, t } from '../../i18n/language.ts';
import { toast } from '../../ui/toast.ts';

/** What a call of the user management says where the server refused, and where no answer came (product.md §8). */
interface FailureTexts {
  readonly failed: PlainKey;
  readonly errored: PlainKey;
}

/** The server's own sentence, else ours. */
export function peopleFailure(error: unknown, texts: FailureTexts): string {
  if (!(error instanceof CallFailure)) return t(texts.errored);
  return error.serverText ?? t(error.status === 0 ? texts.errored : texts.failed);
}

/** Toasts of the user management last 3 s. */
export const notice = {
  failure: (error: unknown, texts: FailureTexts): void =>
    toast.show(peopleFailure(error, texts), 'danger', limits.toast.usersMs),
  danger: (text: string): void => toast.show(text, 'danger', limits.toast.usersMs),
  warning: (text: string): void => toast.show(text, 'warning', limits.toast.usersMs),
  success: (text: string): void => toast.show(text, 'success', limits.toast.usersMs),
};
