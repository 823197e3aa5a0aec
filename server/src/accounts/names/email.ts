import type { OwnEmail } from '@duet/contract/accounts/identity-shapes';
import { refusedAddresses, sendsMail, withdrawMails } from '../../mail/mail.ts';
import type { Context } from '../../platform/context.ts';
import type { Reads, Writes } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/handler.ts';
import { isoTime } from '../../platform/iso-time.ts';
import { type Change, requireAccount, requireSession } from '../account.ts';
import { audit } from '../audit.ts';
import { requireFree, withTakenNames } from '../new-accounts/new-user.ts';
import { deleteMailLinks } from '../passwords/forgotten-store.ts';
import { requireProof } from '../sessions/proof.ts';
import { hashOf } from '../sessions/token.ts';
import { mailEmailChanging, mailEmailLink } from './email-mail.ts';
import { findPendingEmail, takeEmailLink, writeIdentity } from './identity-store.ts';

/** One's own address, and the one that waits for its link. */
export async function showEmail(context: Context, userId: string, reads?: Reads): Promise<OwnEmail> {
  const from = reads ?? context.db.read;
  const { email, email_verified_at } = await requireAccount(from, userId);
  const pending = await findPendingEmail(from, userId, context.clock.now());
  const refused = email === null ? undefined : (await refusedAddresses(from, [email])).get(email);
  return {
    email,
    verified: email !== null && email_verified_at !== null,
    refused: refused ? isoTime(refused.at) : null,
    pending: pending ? { email: pending.email, expires_at: isoTime(pending.expires_at) } : null,
  };
}

type Own = Omit<Change, 'id'>;

/**
 * Changes one's own address (issue: accounts, change of email). Where the site sends mail nothing changes before the link that is
 * mailed to the new address is opened (`confirmEmail`); a later call takes the place of an earlier one, and the present
 * address withdraws it. EMAIL_TAKEN where somebody else has the address, in any case.
 */
export async function changeEmail({ context, viewer, address }: Own, wanted: string): Promise<OwnEmail> {
  await requireProof(context, viewer);
  const changed = context.db.write(async (tx) => {
    await requireSession(tx, viewer);
    const account = await requireAccount(tx, viewer.id);
    await withdrawChange(tx, viewer.id);
    if (wanted === account.email) return showEmail(context, viewer.id, tx);
    await requireFree(tx, { email: wanted }, viewer.id);
    const line = { actorId: viewer.id, subjectId: viewer.id, address };
    if (sendsMail(context)) {
      await mailEmailLink(context, tx, { id: viewer.id, email: wanted }, 'email');
      await mailEmailChanging(context, tx, account, wanted);
      await audit(context, tx, { ...line, action: 'email.asked' });
    } else {
      await writeEmail(context, tx, viewer.id, { email: wanted, email_verified_at: null });
      await audit(context, tx, { ...line, action: 'email' });
    }
    return showEmail(context, viewer.id, tx);
  });
  return withTakenNames(changed);
}

/** Takes back a change whose link was not opened yet; without one it does nothing. */
export const cancelEmail = (context: Context, viewer: Viewer): Promise<OwnEmail> =>
  context.db.write(async (tx) => {
    await requireSession(tx, viewer);
    await withdrawChange(tx, viewer.id);
    return showEmail(context, viewer.id, tx);
  });

/** Mails another link for the present address. Those that were mailed before stay good: it may be on its way. */
export const sendVerification = (context: Context, viewer: Viewer): Promise<void> =>
  context.db.write(async (tx) => {
    await requireSession(tx, viewer);
    const account = await requireAccount(tx, viewer.id);
    if (!sendsMail(context) || account.email === null || account.email_verified_at !== null) {
      throw new Failure('WRONG_STATE');
    }
    await mailEmailLink(context, tx, account, 'verification');
  });

/**
 * Uses up the code of a link that was mailed to an address. Who has the link needs no session: it was asked for in one, with a proof.
 * EMAIL_LINK_INVALID where it was used, its time is over, it was withdrawn or the account is gone; EMAIL_TAKEN where somebody
 * else has the address by now.
 */
export async function confirmEmail(
  context: Context,
  code: string,
  address: string,
): Promise<{ readonly email: string }> {
  const confirmed = context.db.write(async (tx) => {
    const now = context.clock.now();
    const link = await takeEmailLink(tx, hashOf(code), now);
    const account = link && (await requireAccount(tx, link.user_id));
    if (!account || account.deleted_at !== null) throw new Failure('EMAIL_LINK_INVALID');
    const { email } = link;
    const line = { actorId: account.id, subjectId: account.id, address };
    if (link.purpose === 'email') {
      await requireFree(tx, { email }, account.id);
      await writeEmail(context, tx, account.id, { email, email_verified_at: now });
      await audit(context, tx, { ...line, action: 'email' });
    } else {
      if (account.email !== email) throw new Failure('EMAIL_LINK_INVALID');
      await writeIdentity(tx, account.id, { email_verified_at: account.email_verified_at ?? now });
      if (account.email_verified_at === null) await audit(context, tx, { ...line, action: 'email.verified' });
    }
    return { email };
  });
  return withTakenNames(confirmed);
}

/** Writes another address; what was mailed to the former one opens nothing any more. */
async function writeEmail(
  context: Context,
  tx: Writes,
  id: string,
  change: { readonly email: string; readonly email_verified_at: number | null },
): Promise<void> {
  await writeIdentity(tx, id, change);
  await deleteMailLinks(tx, id, ['password', 'email', 'verification']);
  await withdrawMails(tx, id, ['forgotten', 'verifyEmail', 'changeEmail']);
  // Where the account shows it in full.
  tx.afterCommit(() => context.realtime.publish({ type: 'person', id }));
}

/** The link of a change that waits, and the mail that would bring it. */
async function withdrawChange(tx: Writes, userId: string): Promise<void> {
  await deleteMailLinks(tx, userId, ['email']);
  await withdrawMails(tx, userId, ['changeEmail', 'emailChanging']);
}
