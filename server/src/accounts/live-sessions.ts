import type { Context } from '../platform/context.ts';
import type { Writes } from '../platform/db/database.ts';
import { isLive } from './session-life.ts';
import { findSessions } from './session-store.ts';

/** Of these sessions, those that are not over, with the role that their person has now. */
export async function liveSessions(
  context: Context,
  ids: readonly string[],
): Promise<Map<string, 'user' | 'admin'>> {
  const now = context.clock.now();
  const found = await findSessions(context.db.read, ids);
  return new Map(
    found
      .filter((session) => session.deleted_at === null && isLive(session, now))
      .map(({ id, role }) => [id, role]),
  );
}

/** Tells, once the transaction is committed, that sessions of a person may have ended: their streams end with them. */
export function emitSessionsEnded({ realtime }: Context, tx: Writes, userId: string): void {
  tx.afterCommit(() => realtime.publish({ type: 'sessions', userId }));
}
