import type { Reads, Writes } from '../../platform/db/database.ts';

/** Removes an account that waits; whether it was one. */
export async function deleteWaiting(tx: Writes, id: string): Promise<boolean> {
  tx.concerns('users', [id]);
  const { numDeletedRows } = await tx
    .deleteFrom('users')
    .where('id', '=', id)
    .where('waiting_since', 'is not', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** How many accounts wait for approval. */
export async function countWaitingAccounts(reads: Reads): Promise<number> {
  const { count } = await reads
    .selectFrom('users')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('waiting_since', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
