import type { Context } from '../../platform/context.ts';
import type { Reads, Writes } from '../../platform/db/database.ts';
import type { UserRow } from '../../platform/db/schema/accounts.ts';
import { isUniqueViolation } from '../../platform/db/violations.ts';
import { Failure } from '../../platform/failure.ts';
import { displayNameColumns } from '../names/display-name.ts';
import { findTaken, insertUser, type Names, type Taken } from '../store.ts';

type NewUser = Pick<UserRow, 'id' | 'username' | 'email' | 'password_hash' | 'role' | 'language'> & {
  readonly displayName?: string;
  /** Whether it waits for an admin's approval. */
  readonly waits?: boolean;
  readonly invitationId?: string | null;
};

/** Adds a user, active or waiting; where a name is taken, the failure names username and email both. */
export async function addUser(
  context: Context,
  tx: Writes,
  { displayName = '', waits = false, invitationId = null, ...user }: NewUser,
): Promise<void> {
  await requireFree(tx, user);
  await insertUser(tx, {
    ...user,
    ...displayNameColumns(displayName),
    email_verified_at: null,
    picture_media_id: null,
    notifications_push: 1,
    notifications_off_until: null,
    notifications_posts: 0,
    notifications_text: 0,
    created_at: context.clock.now(),
    deleted_at: null,
    waiting_since: waits ? context.clock.now() : null,
    invitation_id: invitationId,
    second_step_since: null,
    passkeys_since: null,
  });
}

/** USERNAME_TAKEN or EMAIL_TAKEN where somebody else than `exceptId` has one of the names. */
export async function requireFree(reads: Reads, names: Names, exceptId: string | null = null): Promise<void> {
  const taken = await findTaken(reads, names, exceptId);
  if (taken.username || taken.email) throw takenFailure(taken);
}

/** Runs a transaction that writes the names of a user. Of two that ask for a name at once, the unique index refuses one. */
export async function withTakenNames<T>(transaction: Promise<T>): Promise<T> {
  try {
    return await transaction;
  } catch (error) {
    const username = isUniqueViolation(error, 'users_username_key');
    const email = isUniqueViolation(error, 'users_email_key');
    throw username || email ? takenFailure({ username, email }) : error;
  }
}

function takenFailure({ username, email }: Taken): Failure {
  const fields = {
    ...(username && { username: 'USERNAME_TAKEN' }),
    ...(email && { email: 'EMAIL_TAKEN' }),
  };
  return new Failure(username ? 'USERNAME_TAKEN' : 'EMAIL_TAKEN', { fields });
}
