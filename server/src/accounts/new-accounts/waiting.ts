import type { User } from '@duet/contract/accounts/shapes';
import { shownName } from '@duet/contract/accounts/shown-name';
import { queueMail } from '../../mail/mail.ts';
import type { Reads, Writes } from '../../platform/db/database.ts';
import { ForeignKeyViolation } from '../../platform/db/violations.ts';
import { Failure } from '../../platform/failure.ts';
import { type Change, requireAccount, requireSession } from '../account.ts';
import { audit } from '../audit.ts';
import { presentUser } from '../present.ts';
import { updateUser } from '../store.ts';
import { countWaitingAccounts, deleteWaiting } from './waiting-store.ts';

/** How many accounts wait for an admin (decisions §8, approval). */
export const countWaiting = (reads: Reads): Promise<number> => countWaitingAccounts(reads);

/** Lets a waiting account in. One that does not wait stays as it is: the first answer may have been lost. */
export async function approveUser({ context, viewer, id, address }: Change): Promise<User> {
  return context.db.write(async (tx) => {
    const account = await requireAccount(tx, id);
    if (account.deleted_at !== null) throw new Failure('USER_NOT_FOUND');
    await requireSession(tx, viewer);
    if (account.waiting_since === null) return presentUser(account);
    await updateUser(tx, id, { waiting_since: null });
    await audit(context, tx, { actorId: viewer.id, action: 'user.approve', subjectId: id, address });
    if (account.email !== null) {
      const to = { email: account.email, userId: id };
      await queueMail(context, tx, { kind: 'approved', to, facts: {} });
    }
    tx.afterCommit(() => context.realtime.publish({ type: 'activity' }));
    return presentUser(await requireAccount(tx, id));
  });
}

/**
 * Removes a waiting account. It has made nothing, because nobody could sign in to it, and its names are free again.
 * WRONG_STATE where somebody has approved it meanwhile, or it has made something all the same: nothing of an account that was let in
 * is deleted here.
 */
export async function declineUser({ context, viewer, id, address }: Change): Promise<void> {
  const decline = async (tx: Writes) => {
    const account = await requireAccount(tx, id);
    await requireSession(tx, viewer);
    if (!(await deleteWaiting(tx, id))) throw new Failure('WRONG_STATE');
    await audit(context, tx, { actorId: viewer.id, action: 'user.decline', subjectId: id, address });
    if (account.email !== null) {
      const to = { email: account.email, userId: null, language: account.language };
      const name = shownName({ username: account.username, displayName: account.display_name });
      await queueMail(context, tx, { kind: 'declined', to, facts: { name } });
    }
    tx.afterCommit(() => context.realtime.publish({ type: 'activity' }));
  };
  // The database looks through all messages and files for some of theirs, which there are none of.
  await context.db.write(decline, { long: true }).catch((cause: unknown) => {
    throw cause instanceof ForeignKeyViolation ? new Failure('WRONG_STATE', { cause }) : cause;
  });
}
