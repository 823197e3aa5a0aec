import type { User } from '@duet/contract/accounts/shapes';
import { Failure } from '../platform/failure.ts';
import { type Change, requireAccount, requireOtherAdmin, requireSession } from './account.ts';
import { audit } from './audit.ts';
import { presentUser } from './present.ts';
import { emitSessionsEnded } from './sessions/live-sessions.ts';
import { requireProof } from './sessions/proof.ts';
import { deleteSessions } from './sessions/session-store.ts';
import { updateUser } from './store.ts';

/** Soft: the sessions end, what the person wrote stays, the names stay taken. Twice is the same as once. */
export async function deleteUser(change: Change): Promise<User> {
  const { context, viewer, id, address } = change;
  requireSomebodyElse(change);
  await requireProof(context, viewer);
  return context.db.write(async (tx) => {
    const account = await requireAccount(tx, id);
    await requireOtherAdmin(tx, account);
    await requireSession(tx, viewer);
    if (account.deleted_at !== null) return presentUser(account);
    await updateUser(tx, id, { deleted_at: context.clock.now() });
    await deleteSessions(tx, id, null, { reason: 'deleted', at: context.clock.now() });
    emitSessionsEnded(context, tx, id);
    await audit(context, tx, { actorId: viewer.id, action: 'user.delete', subjectId: id, address });
    return presentUser(await requireAccount(tx, id));
  });
}

/** Makes a deleted account active again. Its former sessions stay ended. */
export async function restoreUser(change: Change): Promise<User> {
  const { context, viewer, id, address } = change;
  requireSomebodyElse(change);
  return context.db.write(async (tx) => {
    const account = await requireAccount(tx, id);
    await requireSession(tx, viewer);
    if (account.deleted_at === null) return presentUser(account);
    await updateUser(tx, id, { deleted_at: null });
    await audit(context, tx, { actorId: viewer.id, action: 'user.restore', subjectId: id, address });
    return presentUser(await requireAccount(tx, id));
  });
}

function requireSomebodyElse({ viewer, id }: Change): void {
  if (viewer.id === id) throw new Failure('OWN_ACCOUNT');
}
