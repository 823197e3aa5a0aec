import { requireAccount, requireSession } from '../accounts/account.ts';
import { audit } from '../accounts/audit.ts';
import { requireProof } from '../accounts/sessions/proof.ts';
import type { Context } from '../platform/context.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { findRow, updateRow } from './store.ts';

interface Wanted {
  readonly viewer: Viewer;
  readonly address: string;
  readonly required: boolean;
}

/**
 * Says whether admins need a second step to act as such. It holds from the next call on, for sessions that are open as well.
 * Throws PROOF_NEEDED, and SECOND_STEP_REQUIRED where the admin who would require it has none: they would lock themselves out.
 */
export async function requireSecondStep(
  context: Context,
  { viewer, address, required }: Wanted,
): Promise<{ adminsNeedSecondStep: boolean }> {
  await requireProof(context, viewer);
  await context.db.write(async (tx) => {
    await requireSession(tx, viewer);
    const { second_step_since, passkeys_since } = await requireAccount(tx, viewer.id);
    if (required && second_step_since === null && passkeys_since === null) {
      throw new Failure('SECOND_STEP_REQUIRED');
    }
    const { admins_need_second_step: before } = await findRow(tx);
    if ((before === 1) === required) return;
    await updateRow(tx, { admins_need_second_step: required ? 1 : 0 });
    const action = required ? 'secondStep.require' : 'secondStep.release';
    await audit(context, tx, { actorId: viewer.id, action, subjectId: null, address });
    tx.afterCommit(() => context.realtime.publish({ type: 'site' }));
  });
  return { adminsNeedSecondStep: required };
}
