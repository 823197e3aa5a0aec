import type { TokenScope } from '@duet/contract/endpoint';
import { limits } from '@duet/contract/limits';
import type { Context } from '../../platform/context.ts';
import { Failure, isReadOnly } from '../../platform/failure.ts';
import type { Authenticate, Recognize, Viewer } from '../../platform/http/handler.ts';
import { currentSite, knownSite, type SiteSettings } from '../../platform/site/settings.ts';
import { type Acting, actingRole, lacksSecondStep } from '../acting-role.ts';
import { hashOf } from '../sessions/token.ts';
import { findToken, findTokens, type TokenOfUser, touchToken } from './personal-token-store.ts';

export const scopesOf = ({ scopes }: Pick<TokenOfUser, 'scopes'>): TokenScope[] =>
  scopes.split(' ') as TokenScope[];

/** The role that the bearer acts in: an admin's token acts as one only where that is one of its scopes, and its admin acts. */
export const roleOf = (token: Acting & Pick<TokenOfUser, 'scopes'>, site: SiteSettings): 'user' | 'admin' =>
  actingRole(token, site) === 'admin' && scopesOf(token).includes('admin') ? 'admin' : 'user';

export const isLiveToken = (token: Pick<TokenOfUser, 'expires_at' | 'deleted_at'>, now: number): boolean =>
  token.deleted_at === null && now < token.expires_at;

/**
 * Whose personal token it is, with its scopes; null where it never was one, or was revoked.
 * @throws Failure SESSION_ENDED with the reason `expired`, which only the bearer of the whole token can learn
 */
export const authenticateToken: Authenticate = async (context, token) => {
  const found = await cachedToken(context, hashOf(token));
  if (!found || found.deleted_at !== null) return null;
  const now = context.clock.now();
  if (!isLiveToken(found, now)) throw new Failure('SESSION_ENDED', { top: { reason: 'expired' } });
  if (isDueForTouch(found, now)) await touch(context, found, now);
  return viewerOf(found, await currentSite(context));
};

/** The role in which a token acts, by its id; null where it is over. */
export async function roleOfToken(context: Context, id: string): Promise<'user' | 'admin' | null> {
  const found = await context.cache.get(`personal token ${id}`, async ({ reads }) =>
    cacheable((await findTokens(reads, [id]))[0]),
  );
  return found && isLiveToken(found, context.clock.now()) ? roleOf(found, await currentSite(context)) : null;
}

const keyOf = (hash: string): string => `personal token ${hash}`;

const cachedToken = ({ cache }: Context, hash: string) =>
  cache.get(keyOf(hash), async ({ reads }) => cacheable(await findToken(reads, hash)));

/** What is cached of a token, and whose rows it is made of. */
function cacheable(value: TokenOfUser | undefined) {
  if (!value) return null;
  const ids = [value.user_id];
  return { value, bytes: 400, narrowing: { personal_tokens: ids, users: ids } };
}

/** The same where the token is cached, alive, and need not be touched; null says nothing. */
export const recognizeToken: Recognize = ({ cache, clock }, token) => {
  const found = cache.peek(keyOf(hashOf(token))) as TokenOfUser | undefined;
  const site = knownSite(cache);
  const now = clock.now();
  return found && site && isLiveToken(found, now) && !isDueForTouch(found, now)
    ? viewerOf(found, site)
    : null;
};

/** The time of last use is written at most this often: calls that read go on reading. */
const isDueForTouch = ({ last_used_at }: TokenOfUser, now: number): boolean =>
  last_used_at === null || now - last_used_at >= limits.personalToken.touchEveryMs;

/** Whoever only reads must not fail because writing is not possible at the moment. */
async function touch(context: Context, token: TokenOfUser, now: number): Promise<void> {
  try {
    await context.db.write((tx) => touchToken(tx, token, now));
  } catch (error) {
    if (isReadOnly(error)) return;
    context.log.warn({ err: error }, 'the last use of a personal token could not be written');
  }
}

const viewerOf = (token: TokenOfUser, site: SiteSettings): Viewer => ({
  id: token.user_id,
  username: token.username,
  displayName: token.display_name,
  role: roleOf(token, site),
  accountRole: token.role,
  ...(lacksSecondStep(token, site) && { lacksSecondStep: true as const }),
  language: token.language,
  sessionId: token.id,
  token: { id: token.id, scopes: scopesOf(token) },
});
