import { deviceStorage } from '../../../device/storage.ts';

const key = 'duet.unsent-likes';
/** More than anybody taps on one journey. */
const most = 200;

interface Kept {
  readonly viewer: string;
  readonly postIds: readonly string[];
}

/** The posts that a person has liked without a network, oldest first; kept on this device until they are sent. */
export const unsentLikes = {
  of(viewer: string): readonly string[] {
    const kept = deviceStorage.getJson(key) as Partial<Kept> | null;
    return kept?.viewer === viewer && Array.isArray(kept.postIds) ? kept.postIds : [];
  },
  add(viewer: string, postId: string): void {
    const postIds = [...new Set([...this.of(viewer), postId])].slice(-most);
    deviceStorage.setJson(key, { viewer, postIds } satisfies Kept);
  },
  remove(viewer: string, postId: string): void {
    const postIds = this.of(viewer).filter((id) => id !== postId);
    if (postIds.length === 0) deviceStorage.remove(key);
    else deviceStorage.setJson(key, { viewer, postIds } satisfies Kept);
  },
};
