import { storedEmail } from '@duet/contract/accounts/rules';
import { mailLimits } from '@duet/contract/mail/limits';
import { linkCode } from '../../mail/link-code.ts';
import { queueMail, sendsMail } from '../../mail/mail.ts';
import type { Context } from '../../platform/context.ts';
import { Failure } from '../../platform/failure.ts';
import { networkOf } from '../../platform/ip-addresses.ts';
import type { Wake } from '../../platform/jobs/wake.ts';
import { audit } from '../audit.ts';
import { hashOf } from '../sessions/token.ts';
import { findAccount, findCredentials } from '../store.ts';
import {
  hasPasswordRequest,
  insertMailLink,
  insertPasswordRequest,
  takePasswordRequest,
} from './forgotten-store.ts';

declare module '../../platform/context.ts' {
  interface Context {
    /** Somebody has asked for a link for their password. */
    readonly passwordRequestWake: Wake;
  }
}

/**
 * Takes a request for a link to a new password (decisions §8, mail). It looks nobody up: what is done and how long it takes is
 * the same for every address, and whether anybody has it is found out behind (`answerPasswordRequest`). Beyond the limits, and
 * without a mail server, it does nothing and says nothing of it.
 */
export async function requestPasswordLink(context: Context, typed: string, address: string): Promise<void> {
  const email = storedEmail(typed);
  if (!sendsMail(context) || !(await isWithinLimits(context, email, address))) return;
  const created_at = context.clock.now();
  await context.db.write(async (tx) => {
    const id = context.ids.next();
    await insertPasswordRequest(tx, { id, email, address: networkOf(address), created_at });
    tx.afterCommit(() => context.passwordRequestWake.notify());
  });
}

/** Counts by what was typed, not by whose it is, so that nothing can be told by reaching the limit. */
async function isWithinLimits({ limiter }: Context, email: string, address: string): Promise<boolean> {
  try {
    await limiter.consume('forgottenAddress', address);
    await limiter.consume('forgottenAccount', hashOf(email.toLowerCase()));
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === 'TOO_OFTEN') return false;
    throw error;
  }
}

/**
 * Answers the oldest request: where somebody has the address, a mail to it as they wrote it, with a link that is good once and
 * for an hour. Links that were mailed before stay good, and so does one by an admin: who asks need not be the person. False
 * where nobody has asked.
 */
export async function answerPasswordRequest(context: Context): Promise<boolean> {
  if (!(await hasPasswordRequest(context.db.read))) return false;
  return context.db.write(async (tx) => {
    const request = await takePasswordRequest(tx);
    if (!request) return false;
    const now = context.clock.now();
    const expires_at = request.created_at + mailLimits.passwordLinkMs;
    // `findCredentials` takes what has no @ for a username.
    const found = request.email.includes('@') ? await findCredentials(tx, request.email) : undefined;
    const account = found && (await findAccount(tx, found.id));
    if (expires_at <= now || !account?.email || account.deleted_at !== null) return true;
    // It would let somebody in whom nobody has approved.
    if (account.waiting_since !== null) return true;
    const { id: user_id, email } = account;
    const id = context.ids.next();
    await insertMailLink(tx, {
      code_hash: hashOf(linkCode(context, id)),
      ...{ user_id, purpose: 'password', email, created_at: now, expires_at },
    });
    const to = { email, userId: user_id };
    await queueMail(context, tx, { id, kind: 'forgotten', to, facts: {}, expiresAt: expires_at });
    await audit(context, tx, {
      actorId: null,
      action: 'password.forgotten',
      subjectId: user_id,
      address: request.address,
    });
    return true;
  });
}
