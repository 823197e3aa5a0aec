import type { Reads, Writes } from '../db/database.ts';
import type { SiteSecretsRow } from '../db/schema/secrets.ts';

export const findWrapped = (reads: Reads): Promise<SiteSecretsRow | undefined> =>
  reads.selectFrom('site_secrets').selectAll().where('id', '=', 1).executeTakeFirst();

export async function insertWrapped(tx: Writes, row: SiteSecretsRow): Promise<void> {
  await tx.insertInto('site_secrets').values(row).execute();
}

/** Whether anybody has an account, whose password was hashed under some secrets. */
export async function hasPeople(reads: Reads): Promise<boolean> {
  return (await reads.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** In the place of those that are there. */
export async function replaceWrapped(tx: Writes, row: SiteSecretsRow): Promise<void> {
  const { wrapped, created_at } = row;
  await tx
    .insertInto('site_secrets')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ wrapped, created_at }))
    .execute();
}
