import { limits } from '@duet/contract/limits';
import { CallFailure, failureTextOf } from '../../api/failure.ts';
import { type ToastColor, toast } from '../../ui/toast.ts';

/** Red where something failed (product.md §8); what the server has only put off is a warning. */
export const colourOf = (error: unknown): ToastColor =>
  error instanceof CallFailure && error.status === 429 ? 'warning' : 'danger';

const textOf = (error: unknown): string => failureTextOf(error, { failed: 'activity.failed' });

export const activityFailure = {
  textOf,
  /** A toast of 8 s. */
  show: (error: unknown): void => toast.show(textOf(error), colourOf(error), limits.toast.errorMs),
};
