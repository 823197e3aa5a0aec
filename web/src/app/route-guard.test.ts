import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Session } from '../session/session.ts';
import type { KnownUser } from '../session/stored-user.ts';
import { guardRoute } from './route-guard.ts';

// The table loads the feed, which asks the page from its first line on.
vi.stubGlobal('addEventListener', () => undefined);
vi.stubGlobal('matchMedia', () => new EventTarget());
const { routes } = await import('./routes.tsx');
afterAll(() => vi.unstubAllGlobals());

const person = (role: 'user' | 'admin'): KnownUser => ({
  _id: '1',
  id: '1',
  username: 'ana_maria',
  displayName: '',
  role,
  language: null,
  profilePictureUrl: null,
  created_at: '2026-01-01T00:00:00.000Z',
  deleted: false,
});
const guest: Session = { status: 'ready', user: null };
const user: Session = { status: 'ready', user: person('user') };
const admin: Session = { status: 'ready', user: person('admin') };

function outcome(path: string, session: Session, open = true): string {
  const route = routes.find((row) => row.path === path);
  if (!route) throw new Error(`There is no route ${path}.`);
  const asked = guardRoute(route, session, open);
  return asked.kind === 'away' ? asked.to : asked.kind;
}

const adminPaths = [
  '/new/richtext',
  '/new/gallery',
  '/edit/:id',
  '/admin',
  '/admin/activity',
  '/admin/users',
  '/admin/site',
  '/welcome',
];

describe('who may enter a route', () => {
  it.each([['/home'], ['/post/:id']])('everybody enters %s [SHELL-22, SHELL-24]', (path) => {
    for (const session of [guest, user, admin]) expect(outcome(path, session)).toBe('enter');
  });
  it.each([['/login'], ['/register']])(
    'only guests enter %s [SHELL-25, SHELL-26, SHELL-39, SHELL-40]',
    (path) => {
      expect([guest, user, admin].map((session) => outcome(path, session))).toEqual([
        'enter',
        '/home',
        '/home',
      ]);
    },
  );
  it('an admin who needs a second step first is sent to where it is set up', () => {
    const held: Session = { status: 'ready', user: { ...person('admin'), secondStepRequired: true } };
    for (const path of adminPaths) expect(outcome(path, held)).toBe('/profile');
    for (const path of ['/home', '/profile', '/messages']) expect(outcome(path, held)).toBe('enter');
  });
  it.each([['/setup-profile'], ['/profile']])(
    'a guest is sent from %s to the feed [SHELL-56, SHELL-57]',
    (path) => {
      expect([guest, user, admin].map((session) => outcome(path, session))).toEqual([
        '/home',
        'enter',
        'enter',
      ]);
    },
  );
  it('a guest is sent from /messages to /login [SHELL-29, SHELL-30]', () => {
    expect([guest, user].map((session) => outcome('/messages', session))).toEqual(['/login', 'enter']);
  });
  it('a guest is sent from /new/video to /login, a regular user to the feed [SHELL-33, SHELL-34, SHELL-44]', () => {
    expect([guest, user, admin].map((session) => outcome('/new/video', session))).toEqual([
      '/login',
      '/home',
      'enter',
    ]);
  });
  it.each(adminPaths)(
    'only admins enter %s [SHELL-42, SHELL-43, SHELL-45, SHELL-46, SHELL-47, SHELL-48]',
    (path) => {
      expect([guest, user, admin].map((session) => outcome(path, session))).toEqual([
        '/home',
        '/home',
        'enter',
      ]);
    },
  );
  it('nobody is sent anywhere before it is known who is there [SHELL-59]', () => {
    const loading: Session = { status: 'loading', user: null };
    for (const path of ['/login', '/profile', ...adminPaths]) expect(outcome(path, loading)).toBe('wait');
    expect(outcome('/home', loading)).toBe('enter');
  });
});

describe('where not everybody reads', () => {
  it('guests find the site closed at every address but those of signing in and of mails', () => {
    const open = routes.filter(({ path }) => outcome(path, guest, false) === 'enter').map(({ path }) => path);
    expect(open).toEqual([
      ...['/login', '/register', '/join', '/new-password', '/forgotten-password'],
      // Where links in mails lead.
      ...['/confirm-email', '/unsubscribe'],
    ]);
    for (const path of ['/home', '/post/:id', '/post', '*'])
      expect(outcome(path, guest, false)).toBe('closed');
    expect(outcome('/home', { status: 'loading', user: null }, false)).toBe('wait');
  });

  it('nothing changes for people', () => {
    for (const { path } of routes) {
      for (const session of [user, admin]) expect(outcome(path, session, false)).toBe(outcome(path, session));
    }
  });
});
