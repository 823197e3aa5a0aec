import { queueMail } from '../../mail/mail.ts';
import type { Context } from '../../platform/context.ts';
import type { Writes } from '../../platform/db/database.ts';
import { isoTime } from '../../platform/iso-time.ts';
import type { Account } from '../store.ts';
import { deviceOf } from './device.ts';

/**
 * Tells a person by mail, in the transaction that begins the session, that somebody has signed in to their account from a
 * device that the caller did not find among those of before (decisions §8). Nothing where they have no address, or the site
 * sends no mail. The IP address is not in it: it would stand in a mailbox for years.
 */
export async function mailNewDevice(
  context: Context,
  tx: Writes,
  { id, email }: Pick<Account, 'id' | 'email'>,
  { userAgent }: { readonly userAgent: string },
): Promise<void> {
  if (email === null) return;
  const facts = { at: isoTime(context.clock.now()), device: deviceOf(userAgent) };
  await queueMail(context, tx, { kind: 'newDevice', to: { email, userId: id }, facts });
}
