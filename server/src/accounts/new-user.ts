import type { Context } from '../platform/context.ts';
import type { Writes } from '../platform/db/database.ts';
import type { UserRow } from '../platform/db/schema/accounts.ts';
import { isUniqueViolation } from '../platform/db/violations.ts';
import { Failure } from '../platform/failure.ts';
import { insertUser } from './store.ts';

export type NewUser = Pick<UserRow, 'id' | 'username' | 'email' | 'password_hash' | 'role' | 'language'>;

/** Adds an active user. That a name is free only the unique index knows: see `takenNames`. */
export async function addUser(context: Context, tx: Writes, user: NewUser): Promise<void> {
  await insertUser(tx, {
    ...user,
    picture_media_id: null,
    notifications_push: 1,
    notifications_off_until: null,
    created_at: context.clock.now(),
    deleted_at: null,
  });
}

/** Runs a transaction that adds a user; a name or email that is taken becomes the failure that says so. */
export async function takenNames<T>(transaction: Promise<T>): Promise<T> {
  try {
    return await transaction;
  } catch (cause) {
    if (isUniqueViolation(cause, 'users_username_key')) {
      throw new Failure('USERNAME_TAKEN', { fields: { username: 'USERNAME_TAKEN' }, cause });
    }
    if (isUniqueViolation(cause, 'users_email_key')) {
      throw new Failure('EMAIL_TAKEN', { fields: { email: 'EMAIL_TAKEN' }, cause });
    }
    throw cause;
  }
}
