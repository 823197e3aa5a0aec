import type { Passkey } from '@duet/contract/passkeys/shapes';
import { requireAccount, requireSession } from '../accounts/account.ts';
import { audit } from '../accounts/audit.ts';
import { requireProof } from '../accounts/sessions/proof.ts';
import { requireOtherStep, setPasskeys } from '../accounts/sessions/second-step.ts';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { presentPasskey } from './present.ts';
import { deletePasskey, deletePasskeys, isTaken, listPasskeys, renamePasskey as renameRow } from './store.ts';

export async function showPasskeys({ db }: Context, { id }: Viewer): Promise<Passkey[]> {
  return (await listPasskeys(db.read, id)).map(presentPasskey);
}

/** NOT_FOUND where the id is nobody's or somebody else's passkey. */
export async function renamePasskey(
  context: Context,
  viewer: Viewer,
  id: string,
  name: string,
): Promise<Passkey> {
  const row = await context.db.write((tx) => renameRow(tx, viewer.id, id, name));
  if (!row) throw new Failure('NOT_FOUND');
  return presentPasskey(row);
}

/**
 * Throws PROOF_NEEDED; NOT_FOUND where the id is nobody's or somebody else's passkey; LAST_SECOND_STEP where it is the last
 * second step of an admin who needs one.
 */
export async function removePasskey(
  context: Context,
  viewer: Viewer,
  id: string,
  address: string,
): Promise<void> {
  await requireProof(context, viewer);
  await context.db.write(async (tx) => {
    await requireSession(tx, viewer);
    const account = await requireAccount(tx, viewer.id);
    if (!(await deletePasskey(tx, viewer.id, id))) throw new Failure('NOT_FOUND');
    if (account.passkeys_since !== null && !(await listPasskeys(tx, viewer.id)).some(isTaken)) {
      await requireOtherStep(context, tx, account, account.second_step_since);
      await setPasskeys(context, tx, viewer.id, false);
    }
    const line = { actorId: viewer.id, subjectId: viewer.id, address };
    await audit(context, tx, { ...line, action: 'passkey.remove' });
  });
}

/** Removes all of somebody's passkeys at the command line, where no session acts; answers how many there were. */
export function removePasskeys(context: Context, userId: string): Promise<number> {
  return context.db.write(async (tx) => {
    const passkeys = await deletePasskeys(tx, userId);
    if (passkeys === 0) return 0;
    await setPasskeys(context, tx, userId, false);
    const line = { actorId: null, subjectId: userId, address: '' };
    await audit(context, tx, { ...line, action: 'passkey.remove', details: { passkeys } });
    return passkeys;
  });
}
