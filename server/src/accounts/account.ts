import type { Context } from '../platform/context.ts';
import type { Reads, Writes } from '../platform/db/database.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { isActiveAdmin } from './active-admin.ts';
import { hasToken } from './personal-tokens/personal-token-store.ts';
import { hasSession } from './sessions/session-store.ts';
import { type Account, countActiveAdmins, findAccount, findActingAdmin } from './store.ts';

/** An account, deleted or not; USER_NOT_FOUND where there never was one. */
export async function requireAccount(reads: Reads, id: string): Promise<Account> {
  const account = await findAccount(reads, id);
  if (!account) throw new Failure('USER_NOT_FOUND');
  return account;
}

/** Whether somebody may act as an admin, for who knows no more of them than their id. */
export const actsAsAdmin = async (reads: Reads, id: string): Promise<boolean> =>
  (await findActingAdmin(reads, id)) !== undefined;

/** Whether somebody has an account that is not deleted, for who knows no more of them than their id. */
export const mayAct = async (reads: Reads, id: string): Promise<boolean> =>
  (await findAccount(reads, id))?.deleted_at === null;

/** Before an account stops being an active admin: LAST_ADMIN where nobody else is one. */
export async function requireOtherAdmin(reads: Reads, account: Account): Promise<void> {
  if (isActiveAdmin(account) && (await countActiveAdmins(reads, account.id)) === 0)
    throw new Failure('LAST_ADMIN');
}

/**
 * Asks again, inside the transaction, whether the session or personal token that acts is still there. A changed role, a deletion and a
 * reset password end the sessions of their target, so one that is still there may still do what it might at first.
 */
export async function requireSession(tx: Writes, viewer: Viewer): Promise<void> {
  const isThere = viewer.token ? hasToken : hasSession;
  if (!(await isThere(tx, viewer.id, viewer.sessionId))) throw new Failure('SESSION_ENDED');
}

/** Who does something to whom, for the rules that change accounts. */
export interface Change {
  readonly context: Context;
  readonly viewer: Viewer;
  readonly id: string;
  readonly address: string;
}
