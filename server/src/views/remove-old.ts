import { hourMs, limits } from '@duet/contract/limits';
import type { Context } from '../platform/context.ts';
import { deleteViews } from './store.ts';

/** What came in before midnight may wait for its turn; nothing waits so long. */
const marginMs = hourMs;
const atOnce = 2000;

/**
 * Removes records of views that can make no further view the same one any more. What was counted stays: in the post's own count and
 * in those of the days.
 */
export async function removeOldViews(context: Context, signal?: AbortSignal): Promise<boolean> {
  const until = context.confirmedClock.now() - limits.views.windowMs - marginMs;
  let removed = 0;
  while (!signal?.aborted) {
    const count = await context.db.write((tx) => deleteViews(tx, until, atOnce));
    removed += count;
    if (count < atOnce) break;
  }
  return removed > 0;
}
