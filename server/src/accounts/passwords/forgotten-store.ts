import type { Reads, Writes } from '../../platform/db/database.ts';
import type { MailLinkRow, PasswordRequestRow } from '../../platform/db/schema/accounts.ts';

export async function insertPasswordRequest(tx: Writes, row: PasswordRequestRow): Promise<void> {
  await tx.insertInto('password_requests').values(row).execute();
}

export async function hasPasswordRequest(reads: Reads): Promise<boolean> {
  const row = await reads.selectFrom('password_requests').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Removes the oldest request and answers it. */
export async function takePasswordRequest(tx: Writes): Promise<PasswordRequestRow | undefined> {
  const oldest = await tx
    .selectFrom('password_requests')
    .selectAll()
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (oldest) await tx.deleteFrom('password_requests').where('id', '=', oldest.id).execute();
  return oldest;
}

/** Adds a link, and removes those whose time is over. */
export async function insertMailLink(tx: Writes, row: MailLinkRow): Promise<void> {
  await tx.deleteFrom('mail_links').where('expires_at', '<=', row.created_at).execute();
  await tx.insertInto('mail_links').values(row).execute();
}

/** Removes the link; whose it was and where it was mailed to, or null where there is none or its time is over. */
export async function takeMailLink(
  tx: Writes,
  codeHash: string,
  now: number,
): Promise<Pick<MailLinkRow, 'user_id' | 'email'> | null> {
  const link = await tx
    .deleteFrom('mail_links')
    .where('code_hash', '=', codeHash)
    .where('purpose', '=', 'password')
    .where('expires_at', '>', now)
    .returning(['user_id', 'email'])
    .executeTakeFirst();
  return link ?? null;
}

/** Removes every link of a person that was mailed for one of these purposes. */
export async function deleteMailLinks(
  tx: Writes,
  userId: string,
  purposes: readonly MailLinkRow['purpose'][],
): Promise<void> {
  await tx
    .deleteFrom('mail_links')
    .where('user_id', '=', userId)
    .where('purpose', 'in', [...purposes])
    .execute();
}
