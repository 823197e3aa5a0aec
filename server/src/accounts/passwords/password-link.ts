import { randomBytes } from 'node:crypto';
import type { PasswordLink, SignedInOrNext } from '@duet/contract/accounts/shapes';
import { limits } from '@duet/contract/limits';
import type { Context } from '../../platform/context.ts';
import type { Writes } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import { isoTime } from '../../platform/iso-time.ts';
import { type Change, requireAccount, requireSession } from '../account.ts';
import { audit } from '../audit.ts';
import { markVerified } from '../names/identity-store.ts';
import { emitSessionsEnded } from '../sessions/live-sessions.ts';
import { requireProof } from '../sessions/proof.ts';
import { deleteSessions } from '../sessions/session-store.ts';
import type { Origin } from '../sessions/sessions.ts';
import { beginSignIn } from '../sessions/sign-in.ts';
import { hashOf } from '../sessions/token.ts';
import { updateUser } from '../store.ts';
import { deleteMailLinks, takeMailLink } from './forgotten-store.ts';
import { deletePasswordLink, replacePasswordLink, takePasswordLink } from './password-link-store.ts';
import { mailPasswordChanged } from './password-mail.ts';

/** Makes the code of a one-time link that an admin gives to somebody who forgot their password. */
export async function makePasswordLink({ context, viewer, id, address }: Change): Promise<PasswordLink> {
  if (viewer.id === id) throw new Failure('OWN_ACCOUNT_EDIT');
  await requireProof(context, viewer);
  return context.db.write(async (tx) => {
    const account = await requireAccount(tx, id);
    if (account.deleted_at !== null) throw new Failure('USER_NOT_FOUND');
    await requireSession(tx, viewer);
    return issuePasswordLink(context, tx, { actorId: viewer.id, userId: id, address });
  });
}

interface Issue {
  /** The admin who makes it; null for the command line. */
  readonly actorId: string | null;
  readonly userId: string;
  readonly address: string;
}

/**
 * Writes a link in the place of the person's former one; the code itself is stored nowhere and answered once. WRONG_STATE for
 * somebody who waits for approval: it would be of no use before.
 */
export async function issuePasswordLink(
  context: Context,
  tx: Writes,
  { actorId, userId, address }: Issue,
): Promise<PasswordLink> {
  const { waiting_since } = await requireAccount(tx, userId);
  if (waiting_since !== null) throw new Failure('WRONG_STATE');
  const code = randomBytes(32).toString('base64url');
  const now = context.clock.now();
  const expiresAt = now + limits.passwordLink.validMs;
  await replacePasswordLink(tx, {
    code_hash: hashOf(code),
    user_id: userId,
    created_at: now,
    expires_at: expiresAt,
  });
  await audit(context, tx, { actorId, action: 'password.link', subjectId: userId, address });
  return { code, expires_at: isoTime(expiresAt) };
}

/**
 * Uses up the code of a link that an admin has made or that was mailed: the password is another one, every session of the account ends, and one new begins; after its second
 * step, where the account has one: a link gives no more than a password. Passkeys stay, and the answer says that there are some.
 */
export async function applyPasswordLink(
  context: Context,
  { code, password }: { readonly code: string; readonly password: string },
  origin: Origin,
): Promise<SignedInOrNext> {
  const password_hash = await context.passwords.hash(password);
  return context.db.write(async (tx) => {
    const [codeHash, now] = [hashOf(code), context.clock.now()];
    const byAdmin = await takePasswordLink(tx, codeHash, now);
    const mailed = byAdmin === null ? await takeMailLink(tx, codeHash, now) : null;
    const id = byAdmin ?? mailed?.user_id;
    const account = id === undefined ? null : await requireAccount(tx, id);
    if (!account || account.deleted_at !== null) throw new Failure('PASSWORD_LINK_INVALID');
    // It would let somebody in whom nobody has approved.
    if (account.waiting_since !== null) throw new Failure('ACCOUNT_WAITING');
    await updateUser(tx, account.id, { password_hash });
    await deletePasswordLink(tx, account.id);
    if (mailed) await markVerified(tx, account.id, mailed.email, now);
    await deleteMailLinks(tx, account.id, ['password', 'email']);
    await mailPasswordChanged(context, tx, account);
    await deleteSessions(tx, account.id, null, { reason: 'password', at: context.clock.now() });
    emitSessionsEnded(context, tx, account.id);
    const line = { actorId: account.id, subjectId: account.id, address: origin.address };
    await audit(context, tx, { ...line, action: 'password', details: { link: true } });
    const begun = await beginSignIn(context, tx, account.id, origin);
    return account.passkeys_since === null ? begun : { ...begun, passkeys: true };
  });
}
