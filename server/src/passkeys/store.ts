import type { Reads, Writes } from '../platform/db/database.ts';
import type { PasskeyChallengeRow, PasskeyRow } from '../platform/db/schema/passkeys.ts';

/** All of a person, the newest first. */
export const listPasskeys = (reads: Reads, userId: string): Promise<PasskeyRow[]> =>
  reads.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute();

export const findPasskey = (reads: Reads, credentialId: string): Promise<PasskeyRow | undefined> =>
  reads.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();

/** Whether a passkey is taken: no copy of it was seen. */
export const isTaken = ({ cloned_at }: Pick<PasskeyRow, 'cloned_at'>): boolean => cloned_at === null;

export async function insertPasskey(tx: Writes, row: PasskeyRow): Promise<void> {
  tx.concerns('passkeys', [row.user_id]);
  await tx.insertInto('passkeys').values(row).execute();
}

/** The passkey with its new name; undefined where this person has none with the id. */
export async function renamePasskey(
  tx: Writes,
  userId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  tx.concerns('passkeys', [userId]);
  return tx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Notes a signature that was taken; false where its counter is not above that of the one before, as with a copy of the
 * authenticator (Web Authentication Level 3, 6.1.1). Authenticators that do not count send 0 each time.
 */
export async function advanceCounter(
  tx: Writes,
  { id, user_id }: PasskeyRow,
  used: Pick<PasskeyRow, 'counter' | 'synced'> & { readonly last_used_at: number },
): Promise<boolean> {
  tx.concerns('passkeys', [user_id]);
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set(used)
    .where('id', '=', id)
    .where('cloned_at', 'is', null)
    .where((eb) => (used.counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', used.counter)))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes that there is a copy of a passkey: it is not taken any more. False where that was known. */
export async function markCloned(tx: Writes, { id, user_id }: PasskeyRow, now: number): Promise<boolean> {
  tx.concerns('passkeys', [user_id]);
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ cloned_at: now })
    .where('id', '=', id)
    .where('cloned_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether there was such a passkey of this person. */
export async function deletePasskey(tx: Writes, userId: string, id: string): Promise<boolean> {
  tx.concerns('passkeys', [userId]);
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** How many of this person were deleted. */
export async function deletePasskeys(tx: Writes, userId: string): Promise<number> {
  tx.concerns('passkeys', [userId]);
  const { numDeletedRows } = await tx.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}

export async function findHandle(reads: Reads, userId: string): Promise<string | undefined> {
  const found = await reads
    .selectFrom('passkey_handles')
    .select('handle')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found?.handle;
}

export async function insertHandle(tx: Writes, userId: string, handle: string): Promise<void> {
  tx.concerns('passkey_handles', [userId]);
  await tx.insertInto('passkey_handles').values({ user_id: userId, handle }).execute();
}

/** Adds a challenge, and removes those that nobody answered in time. */
export async function insertChallenge(tx: Writes, row: PasskeyChallengeRow, now: number): Promise<void> {
  await tx.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute();
  await tx.insertInto('passkey_challenges').values(row).execute();
}

/** Takes a challenge away; undefined where it is not there (any more). Of two that answer the same one, one has it. */
export function takeChallenge(tx: Writes, hash: string): Promise<PasskeyChallengeRow | undefined> {
  return tx
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hash)
    .returningAll()
    .executeTakeFirst();
}
