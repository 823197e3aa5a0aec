import { limits } from '@duet/contract/limits';
import type { Context } from '../../platform/context.ts';
import type { Writes } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/handler.ts';
import { isoTime } from '../../platform/iso-time.ts';
import { requireSession } from '../account.ts';
import { findPasswordHash } from '../store.ts';
import { findProvedAt, writeProvedAt } from './session-store.ts';

/**
 * Asks whether the person has lately proved in this session who they are: what gives an account away must not be done by
 * whoever finds a device unlocked (decisions §8, sign-in).
 * @throws Failure PROOF_NEEDED where that is more than `limits.proof.validMs` ago, SESSION_ENDED where the session is over
 */
export async function requireProof({ db, clock }: Context, viewer: Viewer): Promise<void> {
  const provedAt = await findProvedAt(db.read, viewer.sessionId);
  if (provedAt === undefined) throw new Failure('SESSION_ENDED');
  const age = clock.now() - provedAt;
  // A clock that was set back makes a proof no younger than it is.
  if (age > limits.proof.validMs || age < -limits.proof.validMs) throw new Failure('PROOF_NEEDED');
}

/**
 * Takes the password as a proof; answers until when it holds. A wrong one is 403 and not 401, because the app takes 401
 * for a session that has ended.
 */
export async function proveByPassword(
  context: Context,
  viewer: Viewer,
  password: string,
): Promise<{ validUntil: string }> {
  const stored = await findPasswordHash(context.db.read, viewer.id);
  if (!(await context.passwords.verify(password, stored))) {
    throw new Failure('WRONG_PASSWORD', { fields: { password: 'WRONG_PASSWORD' } });
  }
  return context.db.write((tx) => noteProof(context, tx, viewer));
}

/** Notes that somebody has just proved who they are; answers until when that holds. */
export async function noteProof(
  context: Context,
  tx: Writes,
  viewer: Viewer,
): Promise<{ validUntil: string }> {
  const now = context.clock.now();
  // A password that was changed meanwhile has ended all sessions but the one that changed it.
  await requireSession(tx, viewer);
  await writeProvedAt(tx, viewer.sessionId, now);
  return { validUntil: isoTime(now + limits.proof.validMs) };
}
