import type { Context } from '../platform/context.ts';
import type { Writes } from '../platform/db/database.ts';
import { updateUser } from './store.ts';

/** Whether the person's password alone signs in no more, from now on. What makes the step up is of those who call this. */
export async function setSecondStep(
  context: Context,
  tx: Writes,
  userId: string,
  on: boolean,
): Promise<void> {
  await updateUser(tx, userId, { second_step_since: on ? context.clock.now() : null });
}

/** Whether the person has a passkey, from now on. What passkeys there are is of those who call this. */
export async function setPasskeys(
  context: Context,
  tx: Writes,
  userId: string,
  some: boolean,
): Promise<void> {
  await updateUser(tx, userId, { passkeys_since: some ? context.clock.now() : null });
}
