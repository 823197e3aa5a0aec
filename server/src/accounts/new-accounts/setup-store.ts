import type { Reads, Writes } from '../../platform/db/database.ts';
import type { SetupCodeRow } from '../../platform/db/schema/accounts.ts';

/** The code that is still good. */
export const findSetupCode = (reads: Reads, now: number): Promise<SetupCodeRow | undefined> =>
  reads.selectFrom('setup_codes').selectAll().where('expires_at', '>', now).executeTakeFirst();

export async function replaceSetupCode(tx: Writes, row: SetupCodeRow): Promise<void> {
  await tx.deleteFrom('setup_codes').execute();
  await tx.insertInto('setup_codes').values(row).execute();
}

/** Removes the code; whether it was there and still good. */
export async function takeSetupCode(tx: Writes, codeHash: string, now: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('setup_codes')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
