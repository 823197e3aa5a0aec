import type { Context } from '../platform/context.ts';
import type { Authenticate } from '../platform/http/handler.ts';
import { isDueForTouch, isLive } from './session-life.ts';
import { findSession, touchSession } from './session-store.ts';
import { hashOf, isTokenShaped } from './token.ts';

/** Who the bearer of a token is; null where the session is over, was ended, or the person deleted. */
export const authenticate: Authenticate = async (context, token) => {
  if (!isTokenShaped(token)) return null;
  const session = await findSession(context.db.read, hashOf(token));
  const now = context.clock.now();
  if (!session || session.deleted_at !== null || !isLive(session, now)) return null;
  if (isDueForTouch(session, now)) await touch(context, session.id, now);
  const { id: sessionId, user_id: id, username, role, language } = session;
  return { id, username, role, language, sessionId };
};

/** Whoever only reads must not fail because writing is not possible at the moment. */
async function touch(context: Context, sessionId: string, now: number): Promise<void> {
  try {
    await context.db.write((tx) => touchSession(tx, sessionId, now));
  } catch (error) {
    context.log.warn({ err: error }, 'the last use of a session could not be written');
  }
}
