import { deviceStorage } from '../../../device/storage.ts';
import { feedKey } from '../../../device/storage-keys.ts';
import type { FeedPage } from './cached-posts.ts';

interface Kept {
  /** For whom the answer was: another person, or nobody, never sees it. */
  readonly viewer: string;
  /** ISO 8601. */
  readonly at: string;
  readonly page: FeedPage;
}

/** Keeps the newest page on this device, to be read where there is no network. */
export function persistFeed(viewer: string, page: FeedPage): void {
  const kept: Kept = { viewer, at: new Date().toISOString(), page };
  deviceStorage.setJson(feedKey, kept);
}

/** What `persistFeed` kept for this viewer, and when. */
export function persistedFeed(viewer: string): FeedPage | null {
  const kept = deviceStorage.getJson(feedKey) as Partial<Kept> | null;
  if (kept?.viewer !== viewer || !Array.isArray(kept.page?.posts)) return null;
  return { ...kept.page, keptAt: kept.at };
}

/** What one person could read does not stay on the device when they leave it. */
export function forgetFeedOfOthers(userId: string | null): void {
  const kept = deviceStorage.getJson(feedKey) as Partial<Kept> | null;
  if (kept && kept.viewer !== (userId ?? 'guest')) deviceStorage.remove(feedKey);
}
