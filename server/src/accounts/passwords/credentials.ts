import type { Context } from '../../platform/context.ts';
import type { Writes } from '../../platform/db/database.ts';
import { requireAccount } from '../account.ts';
import { audit } from '../audit.ts';
import { emitSessionsEnded } from '../sessions/live-sessions.ts';
import { deleteSessions } from '../sessions/session-store.ts';
import { updateUser } from '../store.ts';
import { deleteMailLinks } from './forgotten-store.ts';
import { deletePasswordLink } from './password-link-store.ts';
import { mailPasswordChanged } from './password-mail.ts';

/** What an account's sessions rest on; undefined stays as it is. */
interface Credentials {
  readonly passwordHash?: string | undefined;
  readonly role?: 'user' | 'admin' | undefined;
}

export interface ChangedBy {
  /** Null for the command line. */
  readonly actorId: string | null;
  /** '' for the command line. */
  readonly address: string;
  /** The session that stays; null where all end. */
  readonly keptSessionId: string | null;
}

/**
 * Writes another password or role, ends the sessions that the former ones were worth and records it in the audit;
 * answers how many ended. The rules (who may, the last admin) are the caller's, in the same transaction.
 */
export async function writeCredentials(
  context: Context,
  tx: Writes,
  id: string,
  { passwordHash, role }: Credentials,
  { actorId, address, keptSessionId }: ChangedBy,
): Promise<number> {
  if (passwordHash === undefined && role === undefined) return 0;
  if (passwordHash !== undefined) await updateUser(tx, id, { password_hash: passwordHash });
  if (role !== undefined) await updateUser(tx, id, { role });
  const reason = passwordHash !== undefined ? 'password' : 'role';
  const ended = await deleteSessions(tx, id, keptSessionId, { reason, at: context.clock.now() });
  emitSessionsEnded(context, tx, id);
  const line = { actorId, subjectId: id, address };
  if (passwordHash !== undefined) {
    await deletePasswordLink(tx, id);
    // Who changes it because somebody else was at the account ends what they have begun as well.
    await deleteMailLinks(tx, id, ['password', 'email']);
    await mailPasswordChanged(context, tx, await requireAccount(tx, id));
    await audit(context, tx, { ...line, action: 'password' });
  }
  if (role !== undefined) await audit(context, tx, { ...line, action: 'role', details: { role } });
  return ended;
}
