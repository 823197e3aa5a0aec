import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { requireAccount, requireOtherAdmin, requireSession } from './account.ts';
import { audit } from './audit.ts';
import { emitSessionsEnded } from './sessions/live-sessions.ts';
import { deleteSessions } from './sessions/session-store.ts';
import { findPasswordHash, updateUser } from './store.ts';

/**
 * Deletes one's own account, softly as an admin would. A wrong password is 403 and not 401, because the app takes 401
 * for a session that has ended.
 */
export async function deleteMe(
  context: Context,
  viewer: Viewer,
  password: string,
  address: string,
): Promise<void> {
  const stored = await findPasswordHash(context.db.read, viewer.id);
  if (!(await context.passwords.verify(password, stored))) {
    throw new Failure('WRONG_PASSWORD', { fields: { password: 'WRONG_PASSWORD' } });
  }
  await context.db.write(async (tx) => {
    await requireOtherAdmin(tx, await requireAccount(tx, viewer.id));
    await requireSession(tx, viewer);
    await updateUser(tx, viewer.id, { deleted_at: context.clock.now() });
    await deleteSessions(tx, viewer.id, null, { reason: 'deleted', at: context.clock.now() });
    emitSessionsEnded(context, tx, viewer.id);
    await audit(context, tx, { actorId: viewer.id, action: 'user.delete', subjectId: viewer.id, address });
  });
}
