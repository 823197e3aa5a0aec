import type { Endpoint, TokenScope } from './endpoint.ts';

export const tokenScopes = ['read', 'write', 'admin'] as const satisfies readonly TokenScope[];

type Asked = Pick<Endpoint, 'method' | 'path' | 'access' | 'sessionOnly' | 'errors'>;

/** The scope that calls of an access and method need, where a personal token may make them. */
export function scopeFor(access: Endpoint['access'], method: string): TokenScope {
  if (access === 'admin') return 'admin';
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write';
}

/** Of signing in, what tells a program whose token it has. */
const ownAccount = '/api/auth/user';

/**
 * The scope that a personal token needs for a call; null where none is enough: what needs a proof of who it is, all of
 * signing in (passwords, second steps, sessions, tokens), and rows that say so (decisions §8).
 */
export function tokenScopeOf({ method, path, access, sessionOnly, errors }: Asked): TokenScope | null {
  if (sessionOnly || errors?.includes('PROOF_NEEDED')) return null;
  if (path.startsWith('/api/auth/') && path !== ownAccount) return null;
  return scopeFor(access, method);
}
