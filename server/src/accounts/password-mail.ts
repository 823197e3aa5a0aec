import { queueMail } from '../mail/mail.ts';
import type { Context } from '../platform/context.ts';
import type { Writes } from '../platform/db/database.ts';
import { isoTime } from '../platform/iso-time.ts';
import type { Account } from './store.ts';

/** Tells a person by mail that their password is another one. */
export async function mailPasswordChanged(
  context: Context,
  tx: Writes,
  { id, email }: Pick<Account, 'id' | 'email'>,
): Promise<void> {
  if (email === null) return;
  const facts = { at: isoTime(context.clock.now()) };
  await queueMail(context, tx, { kind: 'passwordChanged', to: { email, userId: id }, facts });
}
