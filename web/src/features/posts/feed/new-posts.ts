import type { Live } from '../../../api/live.ts';
import { createStore, useStore } from '../../../ui/store.ts';

const announced = createStore<readonly string[]>([]);

/** Posts that have come out since the app was opened, or since the newest were last asked for. */
export const newPosts = {
  announce: (id: string): void => announced.set([...announced.get(), id]),
  forget: (): void => {
    if (announced.get().length > 0) announced.set([]);
  },
};

/** Notes what the stream says of posts that have come out. */
export function followPosts(live: Live): void {
  live.on('post', ({ post }) => newPosts.announce(post._id));
}

/** Whether there are posts that are not among those that are shown. */
export function useNewPosts(shown: readonly { readonly _id: string }[]): boolean {
  const all = useStore(announced);
  return all.some((id) => !shown.some(({ _id }) => _id === id));
}
