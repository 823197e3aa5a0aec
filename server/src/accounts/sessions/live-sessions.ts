import type { Context } from '../../platform/context.ts';
import type { Writes } from '../../platform/db/database.ts';
import { currentSite } from '../../platform/site/settings.ts';
import { actingRole } from '../acting-role.ts';
import { isLiveToken, roleOf } from '../personal-tokens/personal-token.ts';
import { findTokens } from '../personal-tokens/personal-token-store.ts';
import { isLive } from './session-life.ts';
import { findSessions } from './session-store.ts';

/** Of these sessions and personal tokens, those that are not over, with the role that they act in now. */
export async function liveSessions(
  context: Context,
  ids: readonly string[],
): Promise<Map<string, 'user' | 'admin'>> {
  const now = context.clock.now();
  const site = await currentSite(context);
  const found = await findSessions(context.db.read, ids);
  const sessions = found.filter((session) => session.deleted_at === null && isLive(session, now));
  const known = new Set(found.map(({ id }) => id));
  const tokens = await findTokens(
    context.db.read,
    ids.filter((id) => !known.has(id)),
  );
  return new Map([
    ...sessions.map((session) => [session.id, actingRole(session, site)] as const),
    ...tokens
      .filter((token) => isLiveToken(token, now))
      .map((token) => [token.id, roleOf(token, site)] as const),
  ]);
}

/** Tells, once the transaction is committed, that sessions or tokens of a person may have ended: their streams end with them. */
export function emitSessionsEnded({ realtime }: Context, tx: Writes, userId: string): void {
  tx.afterCommit(() => realtime.publish({ type: 'sessions', userId }));
}
