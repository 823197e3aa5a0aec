import { limits } from '@duet/contract/limits';
import type { PostType } from '@duet/contract/posts/shapes';
import { useCallback } from 'react';
import { deviceStorage } from '../../device/storage.ts';
import { viewsKey } from '../../device/storage-keys.ts';
import { currentSession, followPerson } from '../../session/session.ts';
import { sendViews } from './send-views.ts';
import type { Source } from './view-state.ts';
import { ViewTracker } from './view-tracker.ts';
import { observeViewport, startObserving } from './viewport.ts';

/** The app's one tracker. */
export const tracker = new ViewTracker({
  now: Date.now,
  viewer: () => {
    const { user } = currentSession();
    return user && { id: user._id, username: user.username, isAdmin: user.role === 'admin' };
  },
  send: sendViews,
  kept: {
    get: () => deviceStorage.getJson(viewsKey),
    set: (state) => void deviceStorage.setJson(viewsKey, state),
  },
});

/** Begins to follow what is seen and played, who is here, and when the page goes. Called once, after the splash. */
export function startViewTracking(): void {
  startObserving();
  followPerson(() => tracker.viewerChanged());
  setInterval(() => tracker.forgetOld(), limits.views.forgetEveryMs);
  addEventListener('pagehide', () => tracker.leave());
  // Phones end hidden pages without another word.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') tracker.leave();
  });
  // `play` does not bubble; it can only be caught on its way down.
  document.addEventListener('play', countPlay, true);
}

function countPlay({ target }: Event): void {
  if (!(target instanceof HTMLVideoElement)) return;
  const { postId } = target.closest<HTMLElement>('[data-post-type="video"]')?.dataset ?? {};
  if (postId) tracker.trackNow(postId, 'video');
}

/** A `ref` for a post's element: it counts as seen after 1.5 s in the viewport. */
export function useViewed(
  postId: string,
  postType: PostType,
  source: Source,
): (element: Element | null) => (() => void) | undefined {
  return useCallback(
    (element) =>
      element ? observeViewport(element, () => tracker.track(postId, postType, source)) : undefined,
    [postId, postType, source],
  );
}
