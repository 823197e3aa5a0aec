import { queueMail } from '../../mail/mail.ts';
import type { Context } from '../../platform/context.ts';
import type { Writes } from '../../platform/db/database.ts';
import { isoTime } from '../../platform/iso-time.ts';
import type { Account } from '../store.ts';

/** Tells a person by mail that their password is another one. */
export async function mailPasswordChanged(
  context: Context,
  tx: Writes,
  { id, email, passkeys_since }: Pick<Account, 'id' | 'email' | 'passkeys_since'>,
): Promise<void> {
  if (email === null) return;
  const passkeys = passkeys_since !== null && { passkeys: true as const };
  const facts = { at: isoTime(context.clock.now()), ...passkeys };
  await queueMail(context, tx, { kind: 'passwordChanged', to: { email, userId: id }, facts });
}
