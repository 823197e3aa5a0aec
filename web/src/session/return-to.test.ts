import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  followWanted,
  forwardedSignInState,
  leaveSignIn,
  pushedSignInState,
  rememberWanted,
  returnTo,
  signInState,
} from './return-to.ts';

const ana = { _id: 'ana', role: 'user' } as const;
const admin = { _id: 'eva', role: 'admin' } as const;
const at = (pathname: string, search = '') => ({ pathname, search });

/** The state of a sign-in that is opened over a page. */
function pushedOver(path: string) {
  const { pathname } = location;
  Object.assign(location, at(path));
  const state = pushedSignInState();
  Object.assign(location, at(pathname));
  return state;
}

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('location', at('/login'));
});
afterEach(() => vi.unstubAllGlobals());

describe('after signing in', () => {
  it('leads back to where one was sent from', () => {
    expect(returnTo(signInState(at('/messages', '?a=1')), ana)).toBe('/messages?a=1');
  });
  it.each([
    [null],
    [undefined],
    [{}],
    [{ from: 7 }],
    [{ from: 'https://elsewhere.example' }],
    [{ from: '//elsewhere.example' }],
    [{ from: '/\\elsewhere.example' }],
    [{ from: '/login' }],
    [{ from: '/register?setup=x' }],
  ])('leads to the feed from %j', (state) => expect(returnTo(state, ana)).toBe('/home'));
});

describe('an address that was wanted', () => {
  it('goes before the feed to which one was sent, and is forgotten elsewhere', () => {
    rememberWanted(at('/profile', '?b=2'), false, null);
    for (const pathname of ['/home', '/login', '/register']) followWanted(pathname);
    expect(returnTo(pushedOver('/home'), ana)).toBe('/profile?b=2');
    followWanted('/post/1');
    expect(returnTo(pushedOver('/home'), ana)).toBe('/home');
  });
  it('is for those who may see it, and after an ended session for the same person only', () => {
    rememberWanted(at('/admin/users'), true, null);
    expect([returnTo(null, ana), returnTo(null, admin)]).toEqual(['/home', '/admin/users']);
    expect(returnTo(signInState(at('/admin/users')), ana)).toBe('/home');
    rememberWanted(at('/messages', '?to=eva'), false, 'ana');
    expect([returnTo(null, admin), returnTo(null, ana)]).toEqual(['/home', '/messages?to=eva']);
    expect(returnTo(signInState(at('/messages', '?to=eva')), admin)).toBe('/home');
  });
  it('never leads out of the site, whatever was kept', () => {
    for (const kept of ['{"path":"//elsewhere.example"}', '{"path":7}', '"x"', '{', 'null']) {
      sessionStorage.setItem('duet.wanted', kept);
      expect(returnTo(null, ana)).toBe('/home');
    }
  });
});

describe('leaving the sign-in page', () => {
  const leave = (state: unknown) => {
    const navigate = vi.fn();
    leaveSignIn(navigate, state, ana);
    return navigate.mock.calls;
  };
  it('goes back to the page below, and takes the place of the sign-in elsewhere', () => {
    const state = pushedOver('/post/1');
    expect(leave(state)).toEqual([[-1]]);
    expect(leave(forwardedSignInState(state))).toEqual([['/post/1', { replace: true }]]);
    expect(leave(pushedOver('/home'))).toEqual([[-1]]);
    rememberWanted(at('/profile'), false, null);
    expect(leave(pushedOver('/home'))).toEqual([['/profile', { replace: true }]]);
    expect(leave(pushedOver('/home'))).toEqual([[-1]]);
  });
  it('leaves where they are those who have gone elsewhere meanwhile', () => {
    vi.stubGlobal('location', at('/post/2'));
    expect(leave(null)).toEqual([]);
  });
});
