import type { Reads, Writes } from '../../platform/db/database.ts';
import type { PendingSignInRow } from '../../platform/db/schema/accounts.ts';

/** Adds a sign-in that waits, and removes those that waited too long. */
export async function insertPending(tx: Writes, row: PendingSignInRow, now: number): Promise<void> {
  await tx.deleteFrom('pending_sign_ins').where('expires_at', '<=', now).execute();
  await tx.insertInto('pending_sign_ins').values(row).execute();
}

/** The sign-in of a token, where it still waits. */
export function findPending(
  reads: Reads,
  tokenHash: string,
  now: number,
): Promise<PendingSignInRow | undefined> {
  return reads
    .selectFrom('pending_sign_ins')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Whether it was still there: of two that end the same sign-in, one does. */
export async function deletePending(tx: Writes, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('pending_sign_ins')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
