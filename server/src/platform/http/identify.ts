import type { Access, TokenScope } from '@duet/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import { plainAddress } from '../ip-addresses.ts';
import { currentSite, isOpen } from '../site/settings.ts';
import type { Authenticate, Caller, Viewer } from './handler.ts';
import { acceptedLanguage } from './language.ts';

/** The token of `Authorization` (RFC 6750, 2.1); null where it holds none. */
export const bearerToken = (authorization: string): string | null =>
  /^Bearer ([\w.~+/=-]{1,512})$/i.exec(authorization)?.[1] ?? null;

async function viewerOf(request: FastifyRequest, context: Context, authenticate: Authenticate) {
  const { authorization } = request.headers;
  if (authorization === undefined) return null;
  const token = bearerToken(authorization);
  // A header that is there but holds no token counts as a dead one: the app then forgets what it has.
  const viewer = token === null ? null : await authenticate(context, token);
  if (!viewer) throw new Failure('SESSION_ENDED');
  return viewer;
}

/**
 * Who calls, counted by the general limit of guests or of signed-in people, unless the call has one in its place.
 * A dead token is 401 everywhere.
 */
export async function identify(
  request: FastifyRequest,
  context: Context,
  authenticate: Authenticate,
  counted = true,
): Promise<Caller> {
  const address = plainAddress(request.ip);
  let viewer: Viewer | null;
  try {
    viewer = await viewerOf(request, context, authenticate);
  } catch (error) {
    await context.limiter.consume('anonymous', address);
    throw error;
  }
  if (viewer && counted) await context.limiter.consume('signedIn', viewer.id);
  else if (!viewer) await context.limiter.consume('anonymous', address);
  return {
    viewer,
    address,
    language: acceptedLanguage(request.headers['accept-language']),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 500),
  };
}

/** Refuses who does not act as an admin: ADMIN_REQUIRED, or SECOND_STEP_REQUIRED where that is all they lack. */
export function requireAdmin({ role, lacksSecondStep }: Viewer): void {
  if (role !== 'admin') throw new Failure(lacksSecondStep ? 'SECOND_STEP_REQUIRED' : 'ADMIN_REQUIRED');
}

/** Refuses before anything is looked up or read: guests with 401, people without the role with 403. */
export function requireAccess(access: Access, viewer: Viewer | null): void {
  if (access === 'anyone') return;
  if (!viewer) throw new Failure('SIGN_IN_REQUIRED');
  if (access === 'admin') requireAdmin(viewer);
}

/** Refuses a personal token without the scope, and any where `scope` is null: TOKEN_SCOPE. */
export function requireScope(scope: TokenScope | null, viewer: Viewer | null): void {
  if (!viewer?.token) return;
  if (scope === null || !viewer.token.scopes.includes(scope)) throw new Failure('TOKEN_SCOPE');
}

/** Refuses a guest where not everybody reads, with the same answer for what is there and what is not. */
export async function requireOpenSite(context: Context): Promise<void> {
  if (!isOpen(await currentSite(context))) throw new Failure('SIGN_IN_REQUIRED');
}
