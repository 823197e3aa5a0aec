import type { User } from '@duet/contract/accounts/shapes';
import type { Writes } from '../platform/db/database.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { type Change, requireAccount, requireOtherAdmin, requireSession } from './account.ts';
import { audit } from './audit.ts';
import { tellSessions } from './live-sessions.ts';
import { deletePasswordLink } from './password-link-store.ts';
import { hashPassword } from './passwords.ts';
import { presentUser } from './present.ts';
import { deleteSessions } from './session-store.ts';
import { updateUser } from './store.ts';

interface Wanted {
  readonly password?: string | undefined;
  readonly role?: 'user' | 'admin' | undefined;
}

/** One's own password; an admin: somebody else's password and role. Sessions end with what they were worth. */
export async function changeUser(change: Change, wanted: Wanted): Promise<User> {
  const { context, viewer, id } = change;
  requirePermission(viewer, id, wanted);
  const { password } = wanted;
  if (password !== undefined) await context.limiter.consume('passwordChange', viewer.id);
  const hash = password === undefined ? null : await hashPassword(password, context.secrets.pepper);
  return context.db.write(async (tx) => {
    const before = await requireAccount(tx, id);
    const role = wanted.role === before.role ? undefined : wanted.role;
    if (role === 'user') await requireOtherAdmin(tx, before);
    await requireSession(tx, viewer);
    if (hash !== null) await updateUser(tx, id, { password_hash: hash });
    if (role !== undefined) await updateUser(tx, id, { role });
    if (hash !== null || role !== undefined) {
      await deleteSessions(tx, id, viewer.id === id ? viewer.sessionId : null);
      tellSessions(context, tx, id);
    }
    if (hash !== null) await deletePasswordLink(tx, id);
    await record(change, tx, hash !== null, role);
    return presentUser(await requireAccount(tx, id));
  });
}

/** Before anything is looked up. */
function requirePermission(viewer: Viewer, id: string, { password, role }: Wanted): void {
  if (viewer.id !== id) {
    if (viewer.role !== 'admin') throw new Failure('FORBIDDEN');
    return;
  }
  if (role !== undefined) throw new Failure(viewer.role === 'admin' ? 'OWN_ACCOUNT_EDIT' : 'FORBIDDEN');
  if (password === undefined) throw new Failure('INVALID', { fields: { password: 'passwordRequired' } });
}

async function record(
  { context, viewer, id, address }: Change,
  tx: Writes,
  password: boolean,
  role: string | undefined,
): Promise<void> {
  const line = { actorId: viewer.id, subjectId: id, address };
  if (password) await audit(context, tx, { ...line, action: 'password' });
  if (role !== undefined) await audit(context, tx, { ...line, action: 'role', details: { role } });
}
