import type { User } from '@duet/contract/accounts/shapes';
import { limits } from '@duet/contract/limits';
import { Failure } from '../../platform/failure.ts';
import { type Change, requireAccount, requireSession } from '../account.ts';
import { audit } from '../audit.ts';
import { requireFree, withTakenNames } from '../new-accounts/new-user.ts';
import { presentUser } from '../present.ts';
import { requireProof } from '../sessions/proof.ts';
import { countUsernameChanges, insertFormerUsername, writeIdentity } from './identity-store.ts';

/**
 * Changes one's own username. Links to people have their ids, so none breaks; the former name signs in no more, and stays
 * theirs: nobody else can take it, and they may go back to it. The name that they have already is answered as saved: the
 * answer to the first try may have been lost. USERNAME_TAKEN, or USERNAME_CHANGED_OFTEN after three changes in 30 days.
 */
export async function changeUsername(
  { context, viewer, address }: Omit<Change, 'id'>,
  username: string,
): Promise<User> {
  await requireProof(context, viewer);
  const { times, perMs } = limits.usernameChange;
  const changed = context.db.write(async (tx) => {
    await requireSession(tx, viewer);
    const before = await requireAccount(tx, viewer.id);
    if (before.username === username) return presentUser(before);
    await requireFree(tx, { username }, viewer.id);
    const now = context.clock.now();
    if ((await countUsernameChanges(tx, viewer.id, now - perMs)) >= times) {
      throw new Failure('USERNAME_CHANGED_OFTEN');
    }
    const former = { id: context.ids.next(), user_id: viewer.id, username: before.username };
    await insertFormerUsername(tx, { ...former, changed_at: now });
    await writeIdentity(tx, viewer.id, { username });
    const line = { actorId: viewer.id, subjectId: viewer.id, address };
    await audit(context, tx, { ...line, action: 'user.username' });
    tx.afterCommit(() => context.realtime.publish({ type: 'person', id: viewer.id }));
    return presentUser(await requireAccount(tx, viewer.id));
  });
  return withTakenNames(changed);
}
