import { limits } from '@duet/contract/limits';
import { type FailureTexts, failureTextOf } from '../../api/failure.ts';
import { toast } from '../../ui/toast.ts';

/** Toasts of the user management last 3 s. */
export const notice = {
  failure: (error: unknown, texts: FailureTexts): void =>
    toast.show(failureTextOf(error, texts), 'danger', limits.toast.usersMs),
  danger: (text: string): void => toast.show(text, 'danger', limits.toast.usersMs),
  warning: (text: string): void => toast.show(text, 'warning', limits.toast.usersMs),
  success: (text: string): void => toast.show(text, 'success', limits.toast.usersMs),
};
