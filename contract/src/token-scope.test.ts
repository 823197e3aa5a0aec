import { describe, expect, it } from 'vitest';
import { endpoints } from './endpoints.ts';
import { scopeFor, tokenScopeOf } from './token-scope.ts';

const row = (
  method: 'GET' | 'POST',
  path: `/${string}`,
  access: 'anyone' | 'signedIn' | 'admin' = 'signedIn',
) => ({ method, path, access }) as const;

describe('the scope of a personal token that a call needs (decisions §8)', () => {
  it('is read for what only reads, write for the rest, and admin for what admins do', () => {
    expect([scopeFor('signedIn', 'GET'), scopeFor('anyone', 'HEAD')]).toEqual(['read', 'read']);
    expect(['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => scopeFor('signedIn', method))).toEqual(
      Array(4).fill('write'),
    );
    expect([scopeFor('admin', 'GET'), scopeFor('admin', 'DELETE')]).toEqual(['admin', 'admin']);
    expect(tokenScopeOf(row('GET', '/api/posts', 'anyone'))).toBe('read');
    expect(tokenScopeOf(row('POST', '/api/posts/{id}/like'))).toBe('write');
    expect(tokenScopeOf(row('GET', '/api/admin/drafts', 'admin'))).toBe('admin');
  });

  it('is none for what wants a proof, what belongs to a session alone, and all of signing in', () => {
    expect(
      tokenScopeOf({ ...row('POST', '/api/users/{id}'), errors: ['NOT_FOUND', 'PROOF_NEEDED'] }),
    ).toBeNull();
    expect(tokenScopeOf({ ...row('POST', '/api/users/{id}'), errors: ['NOT_FOUND'] })).toBe('write');
    expect(tokenScopeOf({ ...row('GET', '/api/feeds'), sessionOnly: true })).toBeNull();
    expect(tokenScopeOf(row('GET', '/api/auth/sessions'))).toBeNull();
    expect(tokenScopeOf(row('POST', '/api/auth/login', 'anyone'))).toBeNull();
  });

  it('lets a program ask whose token it has', () => {
    expect(tokenScopeOf(row('GET', '/api/auth/user'))).toBe('read');
    expect(tokenScopeOf(row('GET', '/api/auth/users'))).toBeNull();
  });

  it('is given for every row, and for no row of signing in but one', () => {
    const rows = Object.entries(endpoints).map(([name, each]) => [name, tokenScopeOf(each)] as const);
    const ofAuth = rows.filter(([name]) =>
      endpoints[name as keyof typeof endpoints].path.startsWith('/api/auth/'),
    );
    expect(ofAuth.filter(([, scope]) => scope !== null)).toEqual([['accounts.currentUser', 'read']]);
    expect(new Set(rows.map(([, scope]) => scope))).toEqual(new Set(['read', 'write', 'admin', null]));
  });
});
