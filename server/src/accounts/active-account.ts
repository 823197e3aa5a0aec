import type { Condition } from '../platform/db/database.ts';
import type { UserRow } from '../platform/db/schema/accounts.ts';

/** Whether an account can be signed in to: it is neither deleted nor waits for an admin's approval. */
export const isActive = ({
  deleted_at,
  waiting_since,
}: Pick<UserRow, 'deleted_at' | 'waiting_since'>): boolean => deleted_at === null && waiting_since === null;

/** The same rule for queries that have `users` in them: `.where(activeAccount)`. */
export const activeAccount: Condition<'users'> = (eb) =>
  eb.and([eb('users.deleted_at', 'is', null), eb('users.waiting_since', 'is', null)]);
