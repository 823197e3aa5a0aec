import type { SessionEndReason } from '@duet/contract/accounts/shapes';
import { limits } from '@duet/contract/limits';
import type { Context } from '../../platform/context.ts';
import { Failure, isReadOnly } from '../../platform/failure.ts';
import type { Authenticate, Recognize, Viewer } from '../../platform/http/handler.ts';
import { currentSite, knownSite, type SiteSettings } from '../../platform/site/settings.ts';
import { actingRole, lacksSecondStep } from '../acting-role.ts';
import { authenticateToken, recognizeToken } from '../personal-tokens/personal-token.ts';
import { isDueForTouch, isLive } from './session-life.ts';
import { findEnded, findSession, type SessionOfUser, touchSession } from './session-store.ts';
import { hashOf, isPersonalTokenShaped, isTokenShaped } from './token.ts';

/**
 * Who the bearer of a token is; null where it never was a session's, or ended long ago.
 * @throws Failure SESSION_ENDED with the reason, which only the bearer of the whole token can learn
 */
export const authenticate: Authenticate = async (context, token) => {
  if (isPersonalTokenShaped(token)) return authenticateToken(context, token);
  if (!isTokenShaped(token)) return null;
  const hash = hashOf(token);
  const session = await cachedSession(context, hash);
  const now = context.clock.now();
  if (!session) {
    const reason = await findEnded(context.db.read, hash, now - limits.session.endReasonMs);
    if (reason) throw ended(reason);
    return null;
  }
  if (session.deleted_at !== null) throw ended('deleted');
  if (!isLive(session, now)) throw ended('expired');
  if (isDueForTouch(session, now)) await touch(context, session.id, now);
  return viewerOf(session, await currentSite(context));
};

/** The session with what is asked of its user on every call. */
const cachedSession = ({ cache }: Context, hash: string) =>
  cache.get(`session ${hash}`, async ({ reads }) => {
    const value = await findSession(reads, hash);
    if (!value) return null;
    return { value, bytes: 400, narrowing: { sessions: [value.id], users: [value.user_id] } };
  });

/** The same where the session is cached, alive, and need not be touched; null says nothing. */
export const recognize: Recognize = (context, token) => {
  if (isPersonalTokenShaped(token)) return recognizeToken(context, token);
  const { cache, clock } = context;
  if (!isTokenShaped(token)) return null;
  const session = cache.peek(`session ${hashOf(token)}`) as SessionOfUser | undefined;
  const site = knownSite(cache);
  if (!session || !site || session.deleted_at !== null) return null;
  const now = clock.now();
  return isLive(session, now) && !isDueForTouch(session, now) ? viewerOf(session, site) : null;
};

const viewerOf = (session: SessionOfUser, site: SiteSettings): Viewer => ({
  id: session.user_id,
  username: session.username,
  displayName: session.display_name,
  role: actingRole(session, site),
  accountRole: session.role,
  ...(lacksSecondStep(session, site) && { lacksSecondStep: true as const }),
  language: session.language,
  sessionId: session.id,
});

const ended = (reason: SessionEndReason) => new Failure('SESSION_ENDED', { top: { reason } });

/** Whoever only reads must not fail because writing is not possible at the moment. */
async function touch(context: Context, sessionId: string, now: number): Promise<void> {
  try {
    await context.db.write((tx) => touchSession(tx, sessionId, now));
  } catch (error) {
    if (isReadOnly(error)) return;
    context.log.warn({ err: error }, 'the last use of a session could not be written');
  }
}
