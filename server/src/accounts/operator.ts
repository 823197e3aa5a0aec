import type { PasswordLink } from '@duet/contract/accounts/shapes';
import type { Context } from '../platform/context.ts';
import type { Reads } from '../platform/db/database.ts';
import { Failure } from '../platform/failure.ts';
import { requireAccount, requireOtherAdmin } from './account.ts';
import { audit } from './audit.ts';
import { type ChangedBy, writeCredentials } from './passwords/credentials.ts';
import { issuePasswordLink } from './passwords/password-link.ts';
import { deleteTokens } from './personal-tokens/personal-token-store.ts';
import { emitSessionsEnded } from './sessions/live-sessions.ts';
import { deleteSessions } from './sessions/session-store.ts';
import { type Account, findCredentials } from './store.ts';

/** What whoever runs the site does to accounts at the command line, where no session acts. */
const operator: ChangedBy = { actorId: null, address: '', keptSessionId: null };

/** By username or email, in any case; USER_NOT_FOUND where nobody has it. A deleted account is found too. */
export async function findPerson(reads: Reads, name: string): Promise<Account> {
  const found = await findCredentials(reads, name);
  if (!found) throw new Failure('USER_NOT_FOUND');
  return requireAccount(reads, found.id);
}

/** Sets a password that has passed the rules of the contract; answers how many sessions ended with the former one. */
export async function setPassword(context: Context, id: string, password: string): Promise<number> {
  const passwordHash = await context.passwords.hash(password);
  return context.db.write((tx) => writeCredentials(context, tx, id, { passwordHash }, operator));
}

/** A one-time link with which the person chooses a password; until then the present one goes on. WRONG_STATE where they wait for approval. */
export function createPasswordLink(context: Context, id: string): Promise<PasswordLink> {
  return context.db.write((tx) => issuePasswordLink(context, tx, { actorId: null, userId: id, address: '' }));
}

/** Answers how many sessions ended; null where the person has the role already. LAST_ADMIN where nobody else is one. */
export function setRole(context: Context, id: string, role: 'user' | 'admin'): Promise<number | null> {
  return context.db.write(async (tx) => {
    const account = await requireAccount(tx, id);
    if (account.role === role) return null;
    if (role === 'user') await requireOtherAdmin(tx, account);
    return writeCredentials(context, tx, id, { role }, operator);
  });
}

/** Signs a person out everywhere, and ends their personal tokens; answers how many sessions ended. */
export function endSessions(context: Context, id: string): Promise<number> {
  return context.db.write(async (tx) => {
    const sessions = await deleteSessions(tx, id, null, { reason: 'signedOut', at: context.clock.now() });
    const tokens = await deleteTokens(tx, id);
    if (sessions + tokens === 0) return 0;
    emitSessionsEnded(context, tx, id);
    const line = { actorId: null, subjectId: id, address: '' };
    await audit(context, tx, {
      ...line,
      action: 'sessions.end',
      details: { sessions, ...(tokens > 0 && { tokens }) },
    });
    return sessions;
  });
}
