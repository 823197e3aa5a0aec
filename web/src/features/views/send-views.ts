import { limits } from '@duet/contract/limits';
import { address, call } from '../../api/client.ts';
import { CallFailure } from '../../api/failure.ts';
import { deviceStorage } from '../../device/storage.ts';
import { guestViewerKey } from '../../device/storage-keys.ts';
import { currentSession } from '../../session/session.ts';
import type { QueuedView } from './view-state.ts';

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
export async function sendViews(views: readonly QueuedView[], leaving: boolean): Promise<void> {
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
