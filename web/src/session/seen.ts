import { deviceStorage } from '../device/storage.ts';
import { seenKey, seenPrefix } from '../device/storage-keys.ts';
import { currentSession } from './session.ts';

interface Seen {
  /** ISO 8601. */
  readonly at: string;
  readonly data: unknown;
}

/** Keeps on this device what a person was shown, to be read where there is no network; not for who has left meanwhile. */
export function saveSeen(viewer: string, what: string, data: unknown): void {
  if (currentSession().user?._id !== viewer) return;
  deviceStorage.setJson(seenKey(viewer, what), { at: new Date().toISOString(), data } satisfies Seen);
}

export function loadSeen(viewer: string, what: string): Seen | null {
  const kept = deviceStorage.getJson(seenKey(viewer, what)) as Partial<Seen> | null;
  return kept && typeof kept.at === 'string' ? { at: kept.at, data: kept.data } : null;
}

/** What one person saw does not stay on the device when they leave it. */
export function removeSeenByOthers(userId: string | null): void {
  const own = userId && seenKey(userId, '');
  for (const key of deviceStorage.keys(seenPrefix)) {
    if (!own || !key.startsWith(own)) deviceStorage.remove(key);
  }
}
