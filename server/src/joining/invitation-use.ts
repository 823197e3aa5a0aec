import { hashOf } from '../accounts/sessions/token.ts';
import type { Context } from '../platform/context.ts';
import type { Reads, Writes } from '../platform/db/database.ts';
import type { InvitationRow } from '../platform/db/schema/joining.ts';
import { Failure } from '../platform/failure.ts';
import { currentSite } from '../platform/site/settings.ts';
import { findByCode, isUsable, useInvitation } from './store.ts';

/** The invitation of a code, whether or not it is over; INVITATION_OVER where there never was one. */
export async function requireInvitation(
  reads: Reads,
  code: string,
): Promise<Pick<InvitationRow, 'id' | 'role'>> {
  const found = await findByCode(reads, hashOf(code));
  if (!found) throw new Failure('INVITATION_OVER');
  return found;
}

/** Counts one use; INVITATION_OVER where none is left, or it is expired or revoked, or its admin is none any more. */
export async function consumeInvitation(context: Context, tx: Writes, id: string): Promise<void> {
  if (!(await useInvitation(tx, id, context.clock.now()))) throw new Failure('INVITATION_OVER');
}

/** The role that an account made with this code would get now. REGISTRATION_CLOSED, or INVITATION_OVER. */
export async function lookUpInvitation(context: Context, code: string): Promise<InvitationRow['role']> {
  if ((await currentSite(context)).joining === 'closed') throw new Failure('REGISTRATION_CLOSED');
  const { id, role } = await requireInvitation(context.db.read, code);
  if (!(await isUsable(context.db.read, id, context.clock.now()))) throw new Failure('INVITATION_OVER');
  return role;
}
