import { limits } from '@duet/contract/limits';
import { requireAccount } from '../accounts/account.ts';
import { audit } from '../accounts/audit.ts';
import type { Origin } from '../accounts/sessions/sessions.ts';
import { completeSignIn, pendingPerson, type SignedIn } from '../accounts/sessions/sign-in.ts';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { takeCode } from './totp.ts';

const isTotpShaped = (code: string): boolean =>
  new RegExp(`^\\d{${limits.secondStep.digits}}$`).test(code.replace(/\s/g, ''));

/**
 * Ends a sign-in with its second step: a code of the authenticator app, or a recovery code. Who tries codes waits longer and
 * longer, as with passwords: by address and account.
 * @throws Failure SIGN_IN_OVER, SECOND_STEP_FAILED (the sign-in goes on waiting), TOO_OFTEN
 */
export async function signInWithCode(
  context: Context,
  { token, code }: { readonly token: string; readonly code: string },
  origin: Origin,
): Promise<SignedIn> {
  const { limiter, db } = context;
  const userId = await pendingPerson(context, db.read, token);
  const counted = `second step ${userId}`;
  await limiter.backoff.check(origin.address, counted);
  await limiter.consume('secondStep', userId);
  const how = isTotpShaped(code) ? 'totp' : 'recoveryCode';
  const take = how === 'totp' ? takeCode : useRecoveryCode;
  const answer = await db.write(async (tx) => {
    // A secret that was begun and never confirmed is none: whoever began it may be a stranger at an open device.
    const { second_step_since } = await requireAccount(tx, userId);
    if (second_step_since === null || !(await take(context, tx, userId, code))) return null;
    return completeSignIn(context, tx, token, origin, how);
  });
  if (!answer) return refuse(context, userId, counted, origin);
  await limiter.backoff.reset(origin.address, counted);
  return answer;
}

async function refuse(context: Context, userId: string, counted: string, origin: Origin): Promise<never> {
  context.admission.failures.add(origin.address);
  await context.limiter.backoff.fail(origin.address, counted);
  const line = { actorId: null, subjectId: userId, address: origin.address };
  await context.db.write((tx) =>
    audit(context, tx, { ...line, action: 'login.failed', details: { secondStep: true } }),
  );
  throw new Failure('SECOND_STEP_FAILED', { fields: { code: 'SECOND_STEP_FAILED' } });
}
