import { sql } from 'kysely';
import type { Reads, Writes } from '../../platform/db/database.ts';
import type { FormerUsernameRow, MailLinkRow, UserRow } from '../../platform/db/schema/accounts.ts';

/** Changes what somebody is called or reached by; the unique indexes have the last word. */
export async function writeIdentity(
  tx: Writes,
  id: string,
  change: Partial<Pick<UserRow, 'username' | 'email' | 'email_verified_at'>>,
): Promise<void> {
  tx.concerns('users', [id]);
  await tx.updateTable('users').set(change).where('id', '=', id).execute();
}

/** Marks the address of an account as its person's, where it still is this one and was not marked before. */
export async function markVerified(tx: Writes, id: string, email: string, at: number): Promise<void> {
  tx.concerns('users', [id]);
  await tx
    .updateTable('users')
    .set({ email_verified_at: at })
    .where('id', '=', id)
    .where('email', '=', email)
    .where('email_verified_at', 'is', null)
    .execute();
}

/** The address that waits for its link to be opened. */
export const findPendingEmail = (
  reads: Reads,
  userId: string,
  now: number,
): Promise<Pick<MailLinkRow, 'email' | 'expires_at'> | undefined> =>
  reads
    .selectFrom('mail_links')
    .select(['email', 'expires_at'])
    .where('user_id', '=', userId)
    .where('purpose', '=', 'email')
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Removes the link and answers it, where it is one of an address and its time is not over. */
export const takeEmailLink = (
  tx: Writes,
  codeHash: string,
  now: number,
): Promise<Pick<MailLinkRow, 'user_id' | 'purpose' | 'email'> | undefined> =>
  tx
    .deleteFrom('mail_links')
    .where('code_hash', '=', codeHash)
    .where('purpose', 'in', ['email', 'verification'])
    .where('expires_at', '>', now)
    .returning(['user_id', 'purpose', 'email'])
    .executeTakeFirst();

/** Whether somebody else had this username once, in any case; it stays theirs. */
export async function isFormerUsername(
  reads: Reads,
  username: string,
  exceptId: string | null,
): Promise<boolean> {
  const row = await reads
    .selectFrom('former_usernames')
    .select('id')
    .where(sql<boolean>`lower(former_usernames.username) = lower(${username})`)
    .$if(exceptId !== null, (query) => query.where('user_id', '!=', exceptId ?? ''))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertFormerUsername(tx: Writes, row: FormerUsernameRow): Promise<void> {
  await tx.insertInto('former_usernames').values(row).execute();
}

/** How often somebody has changed their username since then. */
export async function countUsernameChanges(reads: Reads, userId: string, since: number): Promise<number> {
  const { count } = await reads
    .selectFrom('former_usernames')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('changed_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}
