import { limits } from '@duet/contract/limits';
import type { PlatformContext } from '../platform/context.ts';
import { dayOf } from '../platform/days.ts';
import type { Writes } from '../platform/db/database.ts';
import { addViews } from '../posts/counts.ts';
import type { GuestQuota } from './guest-quota.ts';
import { addToDays, findCountedAt, findPublic, insertViews, type Seen } from './store.ts';

/**
 * Counts what people have seen, in one transaction: what everybody may see, once for a viewer and 8 hours. A post that
 * does not exist for them is passed over without a word.
 */
export async function countViews(
  { db }: Pick<PlatformContext, 'db'>,
  guestQuota: GuestQuota,
  seen: readonly Seen[],
): Promise<void> {
  const undo: (() => void)[] = [];
  try {
    await db.write((tx) => count(tx, seen, (one) => guestQuota.allows(one, undo)));
  } catch (error) {
    for (const forget of undo) forget();
    throw error;
  }
}

async function count(tx: Writes, seen: readonly Seen[], isAllowed: (one: Seen) => boolean): Promise<void> {
  const visible = await findPublic(tx, [...new Set(seen.map(({ postId }) => postId))]);
  const fresh = await withoutFormer(tx, firstOfEach(seen.filter(({ postId }) => visible.has(postId))));
  const counted = await insertViews(tx, fresh.filter(isAllowed));
  if (counted.length === 0) return;
  await addViews(tx, tally(counted.map(({ post_id }) => post_id)));
  const days = tally(counted.map(({ post_id, at }) => `${dayOf(at)} ${post_id}`));
  await addToDays(
    tx,
    [...days].toSorted().map(([key, count]) => {
      const [day = '', post_id = ''] = key.split(' ');
      return { day: Number(day), post_id, count };
    }),
  );
}

/** Of several views of a post by the same viewer the first; in the order of their key. */
function firstOfEach(seen: readonly Seen[]): Seen[] {
  const first = new Map<string, Seen>();
  for (const one of seen) {
    const key = `${one.postId} ${one.viewer}`;
    const known = first.get(key);
    if (!known || one.at < known.at) first.set(key, one);
  }
  return [...first].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one);
}

/** Leaves out what a guest saw before midnight under the name that they had then. */
async function withoutFormer(tx: Writes, seen: Seen[]): Promise<Seen[]> {
  const former = seen.flatMap(({ postId, formerViewer }) =>
    formerViewer === null ? [] : [{ postId, viewer: formerViewer }],
  );
  if (former.length === 0) return seen;
  const countedAt = await findCountedAt(tx, former);
  return seen.filter(({ postId, formerViewer, at }) => {
    const before = countedAt.get(`${postId} ${formerViewer}`);
    return before === undefined || before <= at - limits.views.windowMs;
  });
}

function tally(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
