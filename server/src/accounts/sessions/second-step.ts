import type { Context } from '../../platform/context.ts';
import type { Writes } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import { readSite } from '../../platform/site/settings.ts';
import { type Account, updateUser } from '../store.ts';
import { emitSessionsEnded } from './live-sessions.ts';

/**
 * Before the last of somebody's second steps goes: LAST_SECOND_STEP where they are an admin, and admins need one. `other` is
 * since when they have the one that stays.
 */
export async function requireOtherStep(
  { config }: Context,
  tx: Writes,
  { role }: Pick<Account, 'role'>,
  other: number | null,
): Promise<void> {
  const { adminsNeedSecondStep } = await readSite(tx, config);
  if (adminsNeedSecondStep && role === 'admin' && other === null) throw new Failure('LAST_SECOND_STEP');
}

/** Whether the person's password alone signs in no more, from now on. What makes the step up is of those who call this. */
export async function setSecondStep(
  context: Context,
  tx: Writes,
  userId: string,
  on: boolean,
): Promise<void> {
  await updateUser(tx, userId, { second_step_since: on ? context.clock.now() : null });
  // What they act as may be another role from now on.
  emitSessionsEnded(context, tx, userId);
}

/** Whether the person has a passkey that is taken, from now on. What passkeys there are is of those who call this. */
export async function setPasskeys(
  context: Context,
  tx: Writes,
  userId: string,
  some: boolean,
): Promise<void> {
  await updateUser(tx, userId, { passkeys_since: some ? context.clock.now() : null });
  emitSessionsEnded(context, tx, userId);
}
