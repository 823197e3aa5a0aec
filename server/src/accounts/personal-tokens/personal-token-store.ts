import type { SessionEndReason } from '@duet/contract/accounts/shapes';
import type { Reads, Writes } from '../../platform/db/database.ts';
import type { PersonalTokenRow, UserRow } from '../../platform/db/schema/accounts.ts';
import type { Acting } from '../acting-role.ts';

/** A personal token with what authentication needs of its person. */
export type TokenOfUser = Pick<
  PersonalTokenRow,
  'id' | 'user_id' | 'scopes' | 'expires_at' | 'last_used_at'
> &
  Pick<UserRow, 'username' | 'display_name' | 'language' | 'deleted_at'> &
  Acting;

const tokensOfUsers = (reads: Reads) =>
  reads
    .selectFrom('personal_tokens')
    .innerJoin('users', 'users.id', 'personal_tokens.user_id')
    .select([
      'personal_tokens.id',
      'personal_tokens.user_id',
      'personal_tokens.scopes',
      'personal_tokens.expires_at',
      'personal_tokens.last_used_at',
    ])
    .select(['users.username', 'users.display_name', 'users.language', 'users.deleted_at'])
    .select(['users.role', 'users.second_step_since', 'users.passkeys_since']);

export const findToken = (reads: Reads, tokenHash: string): Promise<TokenOfUser | undefined> =>
  tokensOfUsers(reads).where('personal_tokens.token_hash', '=', tokenHash).executeTakeFirst();

/** Of these ids, the tokens that are there. */
export const findTokens = async (reads: Reads, ids: readonly string[]): Promise<TokenOfUser[]> =>
  ids.length === 0 ? [] : tokensOfUsers(reads).where('personal_tokens.id', 'in', ids).execute();

export async function hasToken(reads: Reads, userId: string, id: string): Promise<boolean> {
  const found = await reads
    .selectFrom('personal_tokens')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
}

/** All of a person, the newest first. */
export const listTokens = (
  reads: Reads,
  userId: string,
): Promise<Omit<PersonalTokenRow, 'token_hash' | 'user_id'>[]> =>
  reads
    .selectFrom('personal_tokens')
    .select(['id', 'name', 'scopes', 'created_at', 'expires_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();

export async function insertToken(tx: Writes, row: PersonalTokenRow): Promise<void> {
  tx.concerns('personal_tokens', [row.user_id]);
  await tx.insertInto('personal_tokens').values(row).execute();
}

export async function touchToken(tx: Writes, { id, user_id }: TokenOfUser, now: number): Promise<void> {
  tx.concerns('personal_tokens', [user_id]);
  await tx.updateTable('personal_tokens').set({ last_used_at: now }).where('id', '=', id).execute();
}

/** Whether there was such a token of this person. */
export async function deleteToken(tx: Writes, userId: string, id: string): Promise<boolean> {
  tx.concerns('personal_tokens', [userId]);
  const { numDeletedRows } = await tx
    .deleteFrom('personal_tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends the person's tokens; answers how many. */
export async function deleteTokens(tx: Writes, userId: string): Promise<number> {
  tx.concerns('personal_tokens', [userId]);
  const { numDeletedRows } = await tx
    .deleteFrom('personal_tokens')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Ends the person's tokens that are worth no more than the sessions that end for this reason: all with another password or
 * the account, those for admins with another role. Signing out ends none.
 */
export async function endTokens(tx: Writes, userId: string, reason: SessionEndReason): Promise<void> {
  if (reason === 'password' || reason === 'deleted') await deleteTokens(tx, userId);
  if (reason !== 'role') return;
  tx.concerns('personal_tokens', [userId]);
  await tx
    .deleteFrom('personal_tokens')
    .where('user_id', '=', userId)
    .where('scopes', 'like', '%admin%')
    .execute();
}
