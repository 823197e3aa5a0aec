import type { SignedInOrNext, User } from '@duet/contract/accounts/shapes';
import { limits } from '@duet/contract/limits';
import type { Context } from '../../platform/context.ts';
import type { Reads, Writes } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import { isoTime } from '../../platform/iso-time.ts';
import { readSite } from '../../platform/site/settings.ts';
import { requireAccount } from '../account.ts';
import { lacksSecondStep } from '../acting-role.ts';
import { isActive } from '../active-account.ts';
import { audit } from '../audit.ts';
import { presentUser } from '../present.ts';
import { findPasswordHash } from '../store.ts';
import { deletePending, findPending, insertPending } from './pending-store.ts';
import { type Origin, startSession } from './sessions.ts';
import { hashOf, isTokenShaped, newToken } from './token.ts';

export interface SignedIn {
  readonly token: string;
  readonly user: User;
}

/** What answers a sign-in whose session has begun. */
export async function signedInAs(
  { config }: Context,
  reads: Reads,
  userId: string,
  token: string,
): Promise<SignedIn> {
  const account = await requireAccount(reads, userId);
  const lacks = lacksSecondStep(account, await readSite(reads, config));
  return { token, user: { ...presentUser(account), ...(lacks && { secondStepRequired: true as const }) } };
}

/**
 * What follows upon a right password, or what gives no more than one, such as a link: a session, or, where the account has a
 * second step, a token that is good for that step alone (decisions §8). The caller has seen that the account may sign in.
 */
export async function beginSignIn(
  context: Context,
  tx: Writes,
  userId: string,
  origin: Origin,
): Promise<SignedInOrNext> {
  const { second_step_since, passkeys_since, role } = await requireAccount(tx, userId);
  const { adminsNeedSecondStep } = await readSite(tx, context.config);
  // A passkey alone is no second step, unless one is needed: the password goes on signing in.
  const byPasskey =
    adminsNeedSecondStep && role === 'admin' && second_step_since === null && passkeys_since !== null;
  if (second_step_since === null && !byPasskey) return signIn(context, tx, userId, origin);
  const token = newToken();
  const now = context.clock.now();
  const expires_at = now + limits.secondStep.signInMs;
  const password_tag = await passwordTag(tx, userId);
  await insertPending(tx, { token_hash: hashOf(token), user_id: userId, password_tag, expires_at }, now);
  const passkeys = passkeys_since !== null && { passkeys: true as const };
  return { token, next: byPasskey ? 'passkey' : 'totp', ...passkeys, expires_at: isoTime(expires_at) };
}

/** Begins a session of somebody who has proved enough. `how` is for the audit. */
export async function signIn(
  context: Context,
  tx: Writes,
  userId: string,
  origin: Origin,
  how?: 'totp' | 'recoveryCode' | 'passkey',
): Promise<SignedIn> {
  const account = await requireAccount(tx, userId);
  const token = newToken();
  await startSession(context, tx, account, token, origin);
  await audit(context, tx, {
    actorId: userId,
    action: 'login',
    subjectId: userId,
    ...(how && { details: { how } }),
    address: origin.address,
  });
  return signedInAs(context, tx, userId, token);
}

/** Whose sign-in waits for its second step; SIGN_IN_OVER where none does, or too long. */
export async function pendingPerson(context: Context, reads: Reads, token: string): Promise<string> {
  const pending = isTokenShaped(token)
    ? await findPending(reads, hashOf(token), context.clock.now())
    : undefined;
  if (!pending) throw new Failure('SIGN_IN_OVER');
  const account = await requireAccount(reads, pending.user_id);
  const same = pending.password_tag === (await passwordTag(reads, pending.user_id));
  if (!same || !isActive(account)) throw new Failure('SIGN_IN_OVER');
  return pending.user_id;
}

/**
 * Ends a sign-in that waits, in the transaction that has taken its second step, with a session; SIGN_IN_OVER where another
 * call has ended it.
 */
export async function completeSignIn(
  context: Context,
  tx: Writes,
  token: string,
  origin: Origin,
  how: 'totp' | 'recoveryCode' | 'passkey',
): Promise<SignedIn> {
  const userId = await pendingPerson(context, tx, token);
  if (!(await deletePending(tx, hashOf(token)))) throw new Failure('SIGN_IN_OVER');
  return signIn(context, tx, userId, origin, how);
}

/** Tells one password's hash from the next without telling it. */
const passwordTag = async (reads: Reads, userId: string): Promise<string> =>
  hashOf((await findPasswordHash(reads, userId)) ?? '');
