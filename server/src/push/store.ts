import type { Writes } from '../platform/db/database.ts';
import type { PushSubscriptionRow } from '../platform/db/schema/push.ts';

/**
 * Keeps a device; what was kept under its address becomes this. A device that somebody else used takes nothing of
 * theirs along.
 */
export async function putSubscription(
  tx: Writes,
  row: PushSubscriptionRow,
): Promise<Pick<PushSubscriptionRow, 'id' | 'endpoint' | 'created_at'>> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', row.endpoint)
    .where('user_id', '!=', row.user_id)
    .execute();
  const { session_id, p256dh, auth, language } = row;
  return tx
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ session_id, p256dh, auth, language }))
    .returning(['id', 'endpoint', 'created_at'])
    .executeTakeFirstOrThrow();
}

/** Removes a person's devices beyond the newest `keep`. */
export async function pruneSubscriptions(tx: Writes, userId: string, keep: number): Promise<void> {
  const newest = tx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(keep);
  await tx
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('id', 'not in', newest)
    .execute();
}

/** Forgets one of a person's own devices. */
export async function deleteSubscription(tx: Writes, userId: string, endpoint: string): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .execute();
}

/** Forgets a device that does not exist any more. */
export async function deleteDead(tx: Writes, id: string): Promise<void> {
  await tx.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}
