import { useSyncExternalStore } from 'react';
import type { Live } from '../../../api/live.ts';

let announced: readonly string[] = [];
const listeners = new Set<() => void>();

function become(next: readonly string[]): void {
  announced = next;
  for (const listener of listeners) listener();
}

/** Posts that have come out since the app was opened, or since the newest were last asked for. */
export const newPosts = {
  announce: (id: string): void => become([...announced, id]),
  forget: (): void => {
    if (announced.length > 0) become([]);
  },
};

/** Notes what the stream says of posts that have come out. */
export function followPosts(live: Live): void {
  live.on('post', ({ post }) => newPosts.announce(post._id));
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether there are posts that are not among those that are shown. */
export function useNewPosts(shown: readonly { readonly _id: string }[]): boolean {
  const all = useSyncExternalStore(subscribe, () => announced);
  return all.some((id) => !shown.some(({ _id }) => _id === id));
}
