import { limits } from '@duet/contract/limits';
import type { Context } from '../../platform/context.ts';
import type { Writes } from '../../platform/db/database.ts';
import type { UserRow } from '../../platform/db/schema/accounts.ts';
import { networkOf } from '../../platform/ip-addresses.ts';
import { isNewDevice } from './known-devices.ts';
import { emitSessionsEnded } from './live-sessions.ts';
import { mailNewDevice } from './new-device-mail.ts';
import { sessionLimits } from './session-life.ts';
import { insertSession, pruneSessions } from './session-store.ts';
import { hashOf } from './token.ts';

/** Where a session was begun. */
export interface Origin {
  readonly address: string;
  readonly userAgent: string;
}

const userAgentChars = 400;

/**
 * Begins a session for a token that the caller made; the person's oldest ones beyond 20 end. Where its device is new to the
 * account, the list of devices marks it, and the person gets a mail.
 */
export async function startSession(
  context: Context,
  tx: Writes,
  user: Pick<UserRow, 'id' | 'role' | 'email'>,
  token: string,
  origin: Origin,
): Promise<void> {
  const { address, userAgent } = origin;
  const isNew = await isNewDevice(context, tx, user.id, userAgent);
  const now = context.clock.now();
  await insertSession(tx, {
    id: context.ids.next(),
    user_id: user.id,
    token_hash: hashOf(token),
    created_at: now,
    last_used_at: now,
    user_agent: userAgent.slice(0, userAgentChars),
    address: networkOf(address),
    proved_at: null,
    new_device: isNew ? 1 : 0,
  });
  const { idleMs, absoluteMs } = sessionLimits(user.role);
  await pruneSessions(tx, user.id, limits.session.perUser, {
    usedBefore: now - idleMs,
    createdBefore: now - absoluteMs,
    at: now,
  });
  emitSessionsEnded(context, tx, user.id);
  if (isNew) await mailNewDevice(context, tx, user, origin);
}
