import { storedEmail } from '@duet/contract/accounts/rules';
import type { SignedInOrNext } from '@duet/contract/accounts/shapes';
import type { Context } from '../../platform/context.ts';
import type { Writes } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import { audit } from '../audit.ts';
import { findCredentials, updateUser } from '../store.ts';
import type { Origin } from './sessions.ts';
import { beginSignIn } from './sign-in.ts';
import { hashOf } from './token.ts';

/**
 * Signs in with a username or an email. Nothing in answer, time or trace tells a wrong name from a wrong password
 * or a deleted account: limits count the name as it was typed, and the same work is done for all. Where the account has a
 * second step, the answer is a token for that step (sign-in.ts).
 */
export async function login(
  context: Context,
  { username, password }: { readonly username: string; readonly password: string },
  origin: Origin,
): Promise<SignedInOrNext> {
  const { limiter, passwords, db } = context;
  // A username has nothing that cannot be seen, which an email may have got when it was pasted.
  const name = storedEmail(username);
  const typed = hashOf(name.toLowerCase());
  await limiter.backoff.check(origin.address, typed);
  await limiter.consume('loginAccount', typed);
  const found = await findCredentials(db.read, name);
  const stored = found?.deleted_at === null ? found.password_hash : null;
  const right = await passwords.verify(password, stored);
  if (!found || stored === null || !right) return refuse(context, found?.id ?? null, typed, origin);
  // Said to whoever knows the password only.
  if (found.waiting_since !== null) throw new Failure('ACCOUNT_WAITING');

  const rehashed = passwords.needsRehash(stored) ? await passwords.hash(password) : null;
  const answer = await db.write(async (tx) => {
    await requireUnchanged(tx, name, stored);
    if (rehashed !== null) await updateUser(tx, found.id, { password_hash: rehashed });
    return beginSignIn(context, tx, found.id, origin);
  });
  await limiter.backoff.reset(origin.address, typed);
  return answer;
}

async function refuse(
  context: Context,
  userId: string | null,
  typed: string,
  origin: Origin,
): Promise<never> {
  context.admission.failures.add(origin.address);
  await context.limiter.backoff.fail(origin.address, typed);
  await context.db.write((tx) =>
    audit(context, tx, { actorId: null, action: 'login.failed', subjectId: userId, address: origin.address }),
  );
  throw new Failure('LOGIN_FAILED');
}

/** A password changed, or an account deleted, while this one was being verified must not leave a session behind. */
async function requireUnchanged(tx: Writes, name: string, verified: string): Promise<void> {
  const now = await findCredentials(tx, name);
  if (now?.password_hash !== verified || now.deleted_at !== null) throw new Failure('LOGIN_FAILED');
}
