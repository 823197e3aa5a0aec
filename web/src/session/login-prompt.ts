import { useSyncExternalStore } from 'react';

/** What a guest wanted to do; the prompt says so. */
export type PromptReason = 'like' | 'comment' | 'share' | 'profile' | 'readMore' | 'video' | 'message';

const listeners = new Set<() => void>();
let shown: PromptReason | null = null;

function show(reason: PromptReason | null): void {
  shown = reason;
  for (const listener of listeners) listener();
}

export const loginPrompt = {
  open: (reason: PromptReason): void => show(reason),
  close: (): void => show(null),
};

/** Opens the login prompt from anywhere: `useLoginPrompt().open('like')`. */
export const useLoginPrompt = (): typeof loginPrompt => loginPrompt;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Why the prompt is open, or null. */
export const usePromptReason = (): PromptReason | null => useSyncExternalStore(subscribe, () => shown);
