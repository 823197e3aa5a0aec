import type { Reads, Writes } from '../platform/db/database.ts';
import type { RefusedAddressRow } from '../platform/db/schema/mail.ts';

/** Notes that an address takes no mail; the newest answer counts. */
export async function putRefused(tx: Writes, row: RefusedAddressRow): Promise<void> {
  const { refused_at, answer } = row;
  await tx
    .insertInto('refused_addresses')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ refused_at, answer }))
    .execute();
}

/** Forgets that an address took no mail: it has taken one. */
export async function deleteRefused(tx: Writes, email: string): Promise<void> {
  await tx.deleteFrom('refused_addresses').where('email', '=', email).execute();
}

/** Those of these addresses, in lower case, that take no mail. */
export const listRefused = (reads: Reads, emails: readonly string[]): Promise<RefusedAddressRow[]> =>
  reads
    .selectFrom('refused_addresses')
    .selectAll()
    .where('email', 'in', [...emails])
    .execute();
