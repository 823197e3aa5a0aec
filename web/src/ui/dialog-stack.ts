import { useSyncExternalStore } from 'react';

let stack: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLElement[]): void {
  stack = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The open dialogs, the topmost last. What is outside of the topmost can neither be seen nor reached. */
export const dialogStack = {
  push: (dialog: HTMLElement): void => change([...stack, dialog]),
  remove: (dialog: HTMLElement): void => change(stack.filter((other) => other !== dialog)),
  top: (): HTMLElement | undefined => stack.at(-1),
};

export const useTopDialog = (): HTMLElement | undefined =>
  useSyncExternalStore(subscribe, () => dialogStack.top());
