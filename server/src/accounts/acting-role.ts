import type { UserRow } from '../platform/db/schema/accounts.ts';
import type { SiteSettings } from '../platform/site/settings.ts';

/** Of an account, what decides in which role it acts. */
export type Acting = Pick<UserRow, 'role' | 'second_step_since' | 'passkeys_since'>;

type Rules = Pick<SiteSettings, 'adminsNeedSecondStep'>;

/** Whether somebody is an admin who has to set up a second step before they may act as one. */
export const lacksSecondStep = (
  { role, second_step_since, passkeys_since }: Acting,
  { adminsNeedSecondStep }: Rules,
): boolean =>
  adminsNeedSecondStep && role === 'admin' && second_step_since === null && passkeys_since === null;

/** The role in which somebody acts: an admin who lacks the second step that admins need acts as everybody else. */
export const actingRole = (account: Acting, rules: Rules): 'user' | 'admin' =>
  lacksSecondStep(account, rules) ? 'user' : account.role;
