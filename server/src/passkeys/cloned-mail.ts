import { requireAccount } from '../accounts/account.ts';
import { queueMail } from '../mail/mail.ts';
import type { Context } from '../platform/context.ts';
import type { Writes } from '../platform/db/database.ts';
import { isoTime } from '../platform/iso-time.ts';

/** Tells a person by mail that a passkey of theirs is not taken any more, because there is a copy of it. */
export async function mailPasskeyCloned(
  context: Context,
  tx: Writes,
  userId: string,
  passkey: string,
): Promise<void> {
  const { email } = await requireAccount(tx, userId);
  if (email === null) return;
  const facts = { at: isoTime(context.clock.now()), passkey };
  await queueMail(context, tx, { kind: 'passkeyCloned', to: { email, userId }, facts });
}
