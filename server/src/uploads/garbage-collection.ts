import type { Context } from '../platform/context.ts';
import { isClosedSite } from '../platform/db/closed-site.ts';
import { removeBytes } from './remove-bytes.ts';
import { deleteExpired, findNeedingBytes } from './store.ts';

/**
 * Removes uploads that are over, and bytes that no upload needs: those of finished ones, or of a stopped process. Where the site
 * was moved away, its new place may have the same bucket, and uploads there that this database does not know.
 */
export async function removeStaleUploads(context: Context, signal?: AbortSignal): Promise<void> {
  await context.openUploads.closeIdle();
  if (await isClosedSite(context.db)) return;
  const there = await context.openUploads.list();
  const expired = await context.db.write((tx) => deleteExpired(tx, context.confirmedClock.now()));
  const needed = await findNeedingBytes(context.db.read);
  for (const id of new Set([...expired, ...there])) {
    if (signal?.aborted) return;
    if (!needed.has(id)) await removeBytes(context, id);
  }
}
