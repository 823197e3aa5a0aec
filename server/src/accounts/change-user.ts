import type { User } from '@duet/contract/accounts/shapes';
import type { Context } from '../platform/context.ts';
import type { Reads } from '../platform/db/database.ts';
import { Failure } from '../platform/failure.ts';
import { changedMeanwhile, type IfMatch, isMatch } from '../platform/http/entity-tag.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { type Change, requireAccount, requireOtherAdmin, requireSession } from './account.ts';
import { audit } from './audit.ts';
import { displayNameColumns } from './names/display-name.ts';
import { writeCredentials } from './passwords/credentials.ts';
import { presentUser } from './present.ts';
import { requireProof } from './sessions/proof.ts';
import { type Account, findPasswordHash, updateUser } from './store.ts';
import { passwordChanged, userTag } from './user-tag.ts';

interface Wanted {
  readonly password?: string | undefined;
  readonly role?: 'user' | 'admin' | undefined;
  readonly displayName?: string | undefined;
}

/** An account with the entity tag of what of it can be edited. */
interface UserVersion {
  readonly user: User;
  readonly entityTag: string;
}

/** The account as it and admins see it. */
export const userVersion = async (
  context: Context,
  reads: Reads,
  account: Account,
): Promise<UserVersion> => ({
  user: presentUser(account),
  entityTag: await userTag(context, reads, account),
});

/**
 * One's own password and display name; an admin: somebody else's, and their role. Sessions end with what they were worth.
 *
 * Throws CHANGED_MEANWHILE where the condition does not hold, with the account of now. Role, name and password that are as
 * they are sent already are answered as saved all the same: the answer to the first try may have been lost
 * (RFC 9110, 13.1.1).
 */
export async function changeUser(
  change: Change,
  wanted: Wanted,
  ifMatch: IfMatch = null,
): Promise<UserVersion> {
  const { context, viewer, id, address } = change;
  requirePermission(viewer, id, wanted);
  const { password } = wanted;
  if (password !== undefined || wanted.role !== undefined) await requireProof(context, viewer);
  if (password !== undefined) await context.limiter.consume('passwordChange', viewer.id);
  const hash = password === undefined ? null : await context.passwords.hash(password);
  const written = await context.db.write(async (tx) => {
    const before = await requireAccount(tx, id);
    const entityTag = await userTag(context, tx, before);
    if (!isMatch(ifMatch, entityTag)) {
      await requireSession(tx, viewer);
      return { conflict: true, before, entityTag, passwordHash: await findPasswordHash(tx, id) } as const;
    }
    const role = wanted.role === before.role ? undefined : wanted.role;
    if (role === 'user') await requireOtherAdmin(tx, before);
    await requireSession(tx, viewer);
    const credentials = { passwordHash: hash ?? undefined, role };
    const keptSessionId = viewer.id === id ? viewer.sessionId : null;
    await writeCredentials(context, tx, id, credentials, { actorId: viewer.id, address, keptSessionId });
    if (wanted.displayName !== undefined && wanted.displayName !== before.display_name) {
      await updateUser(tx, id, displayNameColumns(wanted.displayName));
      await audit(context, tx, { actorId: viewer.id, action: 'user.rename', subjectId: id, address });
      tx.afterCommit(() => context.realtime.publish({ type: 'person', id }));
    }
    return { conflict: false, ...(await userVersion(context, tx, await requireAccount(tx, id))) } as const;
  });
  if (!written.conflict) return { user: written.user, entityTag: written.entityTag };
  const { before, entityTag, passwordHash } = written;
  const user = presentUser(before);
  // Outside of the transaction: comparing a password takes long.
  if (await isDone(context, wanted, user, passwordHash)) return { user, entityTag };
  throw changedMeanwhile({ user, passwordChanged: passwordChanged(ifMatch, entityTag) }, entityTag);
}

/** Whether the account is what the call would make of it. */
async function isDone(
  { passwords }: Context,
  { role, password, displayName }: Wanted,
  user: User,
  passwordHash: string | null,
): Promise<boolean> {
  if ((role ?? user.role) !== user.role) return false;
  if ((displayName ?? user.displayName) !== user.displayName) return false;
  return password === undefined || passwords.verify(password, passwordHash);
}

/** Before anything is looked up. */
function requirePermission(viewer: Viewer, id: string, { password, role, displayName }: Wanted): void {
  if (viewer.id !== id) {
    if (viewer.lacksSecondStep) throw new Failure('SECOND_STEP_REQUIRED');
    if (viewer.role !== 'admin') throw new Failure('FORBIDDEN');
    return;
  }
  if (role !== undefined) throw new Failure(viewer.role === 'admin' ? 'OWN_ACCOUNT_EDIT' : 'FORBIDDEN');
  if (password === undefined && displayName === undefined) {
    throw new Failure('INVALID', { fields: { password: 'passwordRequired' } });
  }
}
