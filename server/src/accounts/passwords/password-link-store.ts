import type { Writes } from '../../platform/db/database.ts';
import type { PasswordLinkRow } from '../../platform/db/schema/accounts.ts';

/** Puts this link in the place of the person's former one. */
export async function replacePasswordLink(tx: Writes, row: PasswordLinkRow): Promise<void> {
  await deletePasswordLink(tx, row.user_id);
  await tx.insertInto('password_links').values(row).execute();
}

export async function deletePasswordLink(tx: Writes, userId: string): Promise<void> {
  await tx.deleteFrom('password_links').where('user_id', '=', userId).execute();
}

/** Removes the link; whose it was, or null where there is none or its time is over. */
export async function takePasswordLink(tx: Writes, codeHash: string, now: number): Promise<string | null> {
  const link = await tx
    .deleteFrom('password_links')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return link?.user_id ?? null;
}
