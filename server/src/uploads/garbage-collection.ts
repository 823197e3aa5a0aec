import type { Context } from '../platform/context.ts';
import { deleteExpired, findWithParts } from './store.ts';

/** Removes uploads that are over, and bytes that no upload needs: those of finished ones, or of a stopped process. */
export async function removeStaleUploads(context: Context, signal?: AbortSignal): Promise<void> {
  const parts = await context.parts.list();
  const expired = await context.db.write((tx) => deleteExpired(tx, context.confirmedClock.now()));
  const needed = await findWithParts(context.db.read);
  for (const id of [...expired, ...parts]) {
    if (signal?.aborted) return;
    if (!needed.has(id)) await context.openUploads.removeParts(id);
  }
  await context.openUploads.closeIdle();
}
