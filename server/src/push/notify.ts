import type { Context } from '../platform/context.ts';
import type { Reads, Writes } from '../platform/db/database.ts';
import type { Wake } from '../platform/jobs/wake.ts';
import type { Notice } from './notice.ts';
import { addNotice, hasDevices } from './store-notices.ts';

declare module '../platform/context.ts' {
  interface Context {
    /** A notification waits. */
    readonly deliveryWake: Wake;
    readonly findAnnouncement: FindAnnouncement;
  }
}

/** Looks up who may know of a post now; null where it is gone. */
type FindAnnouncement = (reads: Reads, postId: string) => Promise<{ readonly adminsOnly: boolean } | null>;

/**
 * Notifies everybody whom it concerns, once the transaction has committed: the notice is stored with its cause, so
 * that neither is there without the other and a restart loses none. Sending is another's work (deliver.ts).
 */
export async function notify(context: Context, tx: Writes, notice: Notice): Promise<void> {
  if (!(await hasDevices(tx, notice.kind === 'message' ? notice.recipientId : null))) return;
  const at = context.clock.now();
  if (await addNotice(tx, { id: context.ids.next(), notice, at }))
    tx.afterCommit(() => context.deliveryWake.notify());
}
