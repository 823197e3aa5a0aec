import type { Reads, Writes } from '../platform/db/database.ts';
import type { TotpSecretRow } from '../platform/db/schema/second-steps.ts';

export function findTotpSecret(reads: Reads, userId: string): Promise<TotpSecretRow | undefined> {
  return reads.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Puts this secret in the place of the person's former one. */
export async function replaceTotpSecret(tx: Writes, row: TotpSecretRow): Promise<void> {
  await tx.deleteFrom('totp_secrets').where('user_id', '=', row.user_id).execute();
  await tx.insertInto('totp_secrets').values(row).execute();
}

/** Notes the step of a code that is taken; whether it is later than all before: of two with the same code, one is taken. */
export async function takeStep(tx: Writes, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes the secret and the recovery codes; whether there were any. */
export async function deleteSecondStep(tx: Writes, userId: string): Promise<boolean> {
  const secret = await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).executeTakeFirst();
  const codes = await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).executeTakeFirst();
  return secret.numDeletedRows + codes.numDeletedRows > 0n;
}

export async function replaceRecoveryCodes(
  tx: Writes,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rows = hashes.map((code_hash) => ({ user_id: userId, code_hash }));
  await tx.insertInto('recovery_codes').values(rows).execute();
}

/** Whether it was there. */
export async function deleteRecoveryCode(tx: Writes, userId: string, hash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countRecoveryCodes(reads: Reads, userId: string): Promise<number> {
  const { count } = await reads
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
