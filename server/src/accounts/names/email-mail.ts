import { mailLimits } from '@duet/contract/mail/limits';
import { linkCode } from '../../mail/link-code.ts';
import { queueMail, sendsMail } from '../../mail/mail.ts';
import type { Context } from '../../platform/context.ts';
import type { Writes } from '../../platform/db/database.ts';
import { isoTime } from '../../platform/iso-time.ts';
import { insertMailLink } from '../passwords/forgotten-store.ts';
import { hashOf } from '../sessions/token.ts';

interface Recipient {
  readonly id: string;
  readonly email: string | null;
}

/**
 * Mails a link to an address that shows that who has given it reads what comes there, good once and for 24 hours.
 * `verification`: of the account's own address. `email`: of the one that then takes its place. Without a mail server it does
 * nothing.
 */
export async function mailEmailLink(
  context: Context,
  tx: Writes,
  { id: userId, email }: Recipient,
  purpose: 'verification' | 'email',
): Promise<void> {
  if (email === null || !sendsMail(context)) return;
  const id = context.ids.next();
  const created_at = context.clock.now();
  const expires_at = created_at + mailLimits.emailLinkMs;
  const code_hash = hashOf(linkCode(context, id));
  await insertMailLink(tx, { code_hash, user_id: userId, purpose, email, created_at, expires_at });
  const kind = purpose === 'email' ? 'changeEmail' : 'verifyEmail';
  await queueMail(context, tx, { id, kind, to: { email, userId }, facts: {}, expiresAt: expires_at });
}

/** Tells the present address of an account which one is to take its place. */
export async function mailEmailChanging(
  context: Context,
  tx: Writes,
  { id, email }: Recipient,
  wanted: string,
): Promise<void> {
  if (email === null) return;
  const facts = { at: isoTime(context.clock.now()), address: inParts(wanted) };
  await queueMail(context, tx, { kind: 'emailChanging', to: { email, userId: id }, facts });
}

/** `a…@example.org`: enough for who knows the address, and not the address for who reads an old mailbox. */
const inParts = (email: string): string => email.replace(/^(.).*(?=@[^@]*$)/su, '$1…');
