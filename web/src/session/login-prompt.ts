import { createStore, useStore } from '../ui/store.ts';

/** What a guest wanted to do; the prompt says so. */
export type PromptReason = 'like' | 'comment' | 'share' | 'profile' | 'readMore' | 'video' | 'message';

const shown = createStore<PromptReason | null>(null);

export const loginPrompt = {
  open: (reason: PromptReason): void => shown.set(reason),
  close: (): void => shown.set(null),
};

/** Why the prompt is open, or null. */
export const usePromptReason = (): PromptReason | null => useStore(shown);
