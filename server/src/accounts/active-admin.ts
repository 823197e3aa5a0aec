import type { Condition } from '../platform/db/database.ts';
import type { UserRow } from '../platform/db/schema/accounts.ts';
import { activeAccount, isActive } from './active-account.ts';

/** Whether somebody can act as an admin: they have the role, and their account is active. */
export const isActiveAdmin = (account: Pick<UserRow, 'role' | 'deleted_at' | 'waiting_since'>): boolean =>
  account.role === 'admin' && isActive(account);

/** The same rule for queries that have `users` in them: `.where(activeAdmin)`. */
export const activeAdmin: Condition<'users'> = (eb) =>
  eb.and([eb('users.role', '=', 'admin'), activeAccount(eb)]);

/** An active admin who may act as one: where admins need a second step, one who has it (acting-role.ts). */
export const actingAdmin: Condition<'users'> = (eb) =>
  eb.and([
    activeAdmin(eb),
    eb.or([
      eb('users.second_step_since', 'is not', null),
      eb('users.passkeys_since', 'is not', null),
      eb.exists(
        eb
          .selectFrom('site_settings')
          .select('site_settings.id')
          .where('site_settings.id', '=', 'site')
          .where('site_settings.admins_need_second_step', '=', 0),
      ),
    ]),
  ]);
