import { limits } from '@duet/contract/limits';
import type { PostType } from '@duet/contract/posts/shapes';
import { useCallback } from 'react';
import { address, call } from '../../api/client.ts';
import { CallFailure } from '../../api/failure.ts';
import { deviceStorage } from '../../device/storage.ts';
import { guestViewerKey, viewsKey } from '../../device/storage-keys.ts';
import { currentSession, followPerson } from '../../session/session.ts';
import type { QueuedView, Source } from './view-state.ts';
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

/** The random id by which a guest's views are told from other guests'. */
function viewerId(): string {
  const kept = deviceStorage.get(guestViewerKey);
  if (kept && kept.length <= limits.views.viewerIdChars) return kept;
  const made = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  deviceStorage.set(guestViewerKey, made);
  return made;
}

/** Sends one batch; throws where another try may succeed. */
async function sendViews(views: readonly QueuedView[], leaving: boolean): Promise<void> {
  const body = {
    postIds: views.map(({ postId }) => postId),
    postTypes: Object.fromEntries(views.map(({ postId, postType }) => [postId, postType])),
    ...(currentSession().user ? {} : { viewerId: viewerId() }),
  };
  // A page that goes away takes its requests with it, unless the browser is told to keep them alive.
  if (leaving && !('keepalive' in Request.prototype)) return sendBeacon(body);
  try {
    await call('views.record', { body, keepalive: true });
  } catch (error) {
    if (isWorthAnotherTry(error)) throw error;
  }
}

/** A beacon carries no token: what it brings is a guest's. */
function sendBeacon(body: object): void {
  const sent = JSON.stringify({ viewerId: viewerId(), ...body });
  navigator.sendBeacon(address('views.record'), new Blob([sent], { type: 'application/json' }));
}

const isWorthAnotherTry = (error: unknown): boolean =>
  !(error instanceof CallFailure) || error.status === 0 || error.status === 429 || error.status >= 500;
