import type { Context } from '../platform/context.ts';
import { removeBytes } from './remove-bytes.ts';
import { deleteExpired, findNeedingBytes } from './store.ts';

/** Removes uploads that are over, and bytes that no upload needs: those of finished ones, or of a stopped process. */
export async function removeStaleUploads(context: Context, signal?: AbortSignal): Promise<void> {
  const there = await context.openUploads.list();
  const expired = await context.db.write((tx) => deleteExpired(tx, context.confirmedClock.now()));
  const needed = await findNeedingBytes(context.db.read);
  for (const id of new Set([...expired, ...there])) {
    if (signal?.aborted) return;
    if (!needed.has(id)) await removeBytes(context, id);
  }
  await context.openUploads.closeIdle();
}
