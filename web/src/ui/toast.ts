import { limits } from '@duet/contract/limits';
import { createStore, useStore } from './store.ts';

export type ToastColor = 'success' | 'warning' | 'danger';

interface ToastLink {
  readonly label: string;
  /** A path of the app. */
  readonly to: string;
}

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly color: ToastColor;
  readonly link: ToastLink | null;
}

const atMost = 3;
const toasts = createStore<readonly Toast[]>([]);
let last = 0;

function dismiss(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

/** `durationMs` is `null` for a toast that stays until it is closed. */
function show(
  text: string,
  color: ToastColor,
  durationMs: number | null,
  link: ToastLink | null = null,
): void {
  last += 1;
  const id = last;
  const others = toasts
    .get()
    .filter((toast) => toast.text !== text || (toast.link && toast.link.to !== link?.to));
  const brief = others.filter((toast) => toast.link === null).slice(-(atMost - 1));
  toasts.set([
    ...others.filter((toast) => toast.link !== null || brief.includes(toast)),
    { id, text, color, link },
  ]);
  if (durationMs !== null) setTimeout(() => dismiss(id), durationMs);
}

/** Short notices at the edge of the screen. The same text again takes the place of the first. */
export const toast = {
  show,
  dismiss,
  /** Red, 8 s. */
  error: (text: string): void => show(text, 'danger', limits.toast.errorMs),
  /** Amber, 8 s. */
  warning: (text: string): void => show(text, 'warning', limits.toast.errorMs),
  /** Green, 4 s. */
  success: (text: string): void => show(text, 'success', limits.toast.successMs),
  /**
   * Green, with a link. It stays until the link is followed or it is closed: whoever reaches it by Tab or with a screen
   * reader needs an unknown time (WCAG 2.2.1).
   */
  successWithLink: (text: string, link: ToastLink): void => show(text, 'success', null, link),
  /** Amber, and stays as well. */
  warningWithLink: (text: string, link: ToastLink): void => show(text, 'warning', null, link),
  /** Takes away what leads somewhere, when another person is there. */
  dismissLinks: (): void => toasts.set(toasts.get().filter((toast) => toast.link === null)),
};

export const useToast = (): typeof toast => toast;

export const useToasts = (): readonly Toast[] => useStore(toasts);
