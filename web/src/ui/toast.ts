import { limits } from '@duet/contract/limits';
import { useSyncExternalStore } from 'react';

export type ToastColor = 'success' | 'warning' | 'danger';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly color: ToastColor;
}

const atMost = 3;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let last = 0;

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function dismiss(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

function show(text: string, color: ToastColor, durationMs: number): void {
  last += 1;
  const id = last;
  const others = toasts.filter((toast) => toast.text !== text).slice(-(atMost - 1));
  change([...others, { id, text, color }]);
  setTimeout(() => dismiss(id), durationMs);
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
};

export const useToast = (): typeof toast => toast;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, () => toasts);
