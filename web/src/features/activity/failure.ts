import { limits } from '@duet/contract/limits';
import { CallFailure } from '../../api/failure.ts';
import { t } from '../../i18n/language.ts';
import { type ToastColor, toast } from '../../ui/toast.ts';

/** Danger where the text says that something failed (product.md §8); what only asks for patience is a warning. */
export const colourOf = (text: string, own: string): ToastColor =>
  text === own || /Failed|Error/.test(text) ? 'danger' : 'warning';

const textOf = (error: unknown): string =>
  (error instanceof CallFailure && error.serverText) || t('activity.failed');

export const activityFailure = {
  textOf,
  /** A toast of 8 s. */
  show(error: unknown): void {
    const text = textOf(error);
    toast.show(text, colourOf(text, t('activity.failed')), limits.toast.errorMs);
  },
};
