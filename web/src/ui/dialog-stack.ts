import { createStore, useStore } from './store.ts';

const stack = createStore<readonly HTMLElement[]>([]);

const topOf = (dialogs: readonly HTMLElement[]): HTMLElement | undefined => dialogs.at(-1);

/** The open dialogs, the topmost last. What is outside of the topmost can neither be seen nor reached. */
export const dialogStack = {
  push: (dialog: HTMLElement): void => stack.set([...stack.get(), dialog]),
  remove: (dialog: HTMLElement): void => stack.set(stack.get().filter((other) => other !== dialog)),
  top: (): HTMLElement | undefined => topOf(stack.get()),
};

export const useTopDialog = (): HTMLElement | undefined => useStore(stack, topOf);
