import type { User } from '@duet/contract/accounts/shapes';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bearer } from '../api/bearer.ts';
import { deviceStorage } from '../device/storage.ts';
import { tokenKey, userKey } from '../device/storage-keys.ts';
import { setLanguage } from '../i18n/language.ts';
import { endedSession, setEndedSession } from './ended.ts';
import {
  beginSession,
  currentSession,
  followPerson,
  leaveSession,
  refreshUser,
  startSession,
  tokenOf,
  updateUser,
} from './session.ts';
import { userToStore } from './stored-user.ts';

const person = (_id: string) => ({ _id, username: _id, role: 'user', language: 'en' }) as User;
let answer: PromiseWithResolvers<User>;

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  answer = Promise.withResolvers();
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: { user: await answer.promise } }));
  await setLanguage('en');
});
afterEach(() => {
  leaveSession();
  vi.unstubAllGlobals();
});

describe('who is here', () => {
  const seen: [string | null, string | null | undefined][] = [];
  const listener = (user: { _id: string } | null, before: string | null | undefined) =>
    seen.push([user?._id ?? null, before]);
  beforeEach(() => {
    seen.length = 0;
  });

  it('is told at once and whenever it is another person, and not when their data change', () => {
    const end = followPerson(listener);
    beginSession('duet_token', person('ana'));
    updateUser('ana', { language: 'ro' });
    beginSession('duet_other', person('dan'));
    leaveSession();
    end();
    beginSession('duet_token', person('ana'));
    expect(seen).toEqual([
      [null, undefined],
      ['ana', null],
      ['dan', 'ana'],
      [null, 'dan'],
    ]);
  });
});

it('an answer about the person takes back nothing that was changed here since it was asked for', async () => {
  beginSession('duet_token', person('ana'));
  updateUser('ana', { language: 'en' });
  const refreshed = refreshUser();
  updateUser('ana', { language: 'ro' });
  answer.resolve({ ...person('ana'), username: 'anna' });
  await refreshed;
  expect(currentSession().user).toMatchObject({ username: 'anna', language: 'ro' });
});

it('a change of one person is not one of the next', () => {
  beginSession('duet_token', person('ana'));
  beginSession('duet_other', person('dan'));
  updateUser('ana', { language: 'ro' });
  expect(currentSession().user).toMatchObject({ _id: 'dan', language: 'en' });
});

describe('what another tab has done', () => {
  const listeners = new Map<string, (event: object) => void>();
  const happens = (name: string, event: object = {}) => listeners.get(name)?.(event);
  beforeEach(() => {
    const addEventListener = (name: string, listener: (event: object) => void) =>
      listeners.set(name, listener);
    vi.stubGlobal('addEventListener', addEventListener);
    vi.stubGlobal('document', { documentElement: {}, hidden: false, addEventListener });
    beginSession('duet_token', person('ana'));
    startSession();
    setEndedSession(null);
  });

  it('is heard of', () => {
    deviceStorage.setJson(userKey, person('dan'));
    deviceStorage.set(tokenKey, 'duet_other');
    happens('storage', { key: tokenKey });
    expect(currentSession()).toMatchObject({ status: 'loading', user: { _id: 'dan' } });
  });

  it.each([
    ['a page that comes back as it was', 'pageshow', { persisted: true }],
    ['a tab that is looked at again', 'visibilitychange', {}],
  ])('is seen by %s, which could not hear of it', (_, name, event) => {
    deviceStorage.setJson(userKey, person('dan'));
    deviceStorage.set(tokenKey, 'duet_other');
    happens(name, event);
    expect(currentSession()).toMatchObject({ status: 'loading', user: { _id: 'dan' } });
    deviceStorage.remove(tokenKey);
    happens(name, event);
    expect(currentSession()).toMatchObject({ status: 'ready', user: null });
  });

  it.each([
    ['signed out there', () => bearer.clear('otherTab'), 'otherTab'],
    ['refused by the server there', () => bearer.clear('password'), 'password'],
    ['wiped from the device', () => deviceStorage.remove(tokenKey), null],
  ])('is told by its reason: a session that was %s', (_, end, reason) => {
    end();
    happens('storage', { key: tokenKey });
    expect(endedSession()).toEqual({ reason, personId: 'ana' });
  });

  it('is not told by the reason of a session before', () => {
    leaveSession();
    expect(bearer.endReason()).toBe('otherTab');
    beginSession('duet_token', person('ana'));
    deviceStorage.remove(tokenKey);
    happens('storage', { key: tokenKey });
    expect(endedSession()).toEqual({ reason: null, personId: 'ana' });
  });
});

describe('a tab that another one has changed the person of', () => {
  const stored = new Map<string, string>();
  let full: boolean;
  let wakes: () => void;
  /** Another tab signs Ana out and Dan in, while this one is frozen. */
  const danSignsInElsewhere = () => {
    stored.set(userKey, JSON.stringify(userToStore(person('dan'), 'duet_dan')));
    stored.set(tokenKey, 'duet_dan');
  };
  beforeEach(() => {
    stored.clear();
    full = false;
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem(name: string, value: string) {
        if (full) throw new DOMException('Full.', 'QuotaExceededError');
        stored.set(name, value);
      },
      removeItem: (name: string) => stored.delete(name),
    });
    vi.stubGlobal('addEventListener', (_: string, pageshow: (event: object) => void) => {
      wakes = () => pageshow({ persisted: true });
    });
    vi.stubGlobal('document', { documentElement: {}, hidden: false, addEventListener: () => undefined });
    beginSession('duet_ana', person('ana'));
    startSession();
  });

  it('is of the other person as soon as it wakes, also where it had no room for the former', () => {
    full = true;
    updateUser('ana', { language: 'ro' });
    full = false;
    danSignsInElsewhere();
    expect([tokenOf('ana'), tokenOf('dan')]).toEqual([null, 'duet_dan']);
    wakes();
    expect(currentSession()).toMatchObject({ status: 'loading', user: { _id: 'dan' } });
  });

  it('gives nobody the token of another where it wrote down its own person last', () => {
    danSignsInElsewhere();
    updateUser('ana', { language: 'ro' });
    expect([tokenOf('ana'), tokenOf('dan')]).toEqual([null, null]);
    wakes();
    expect(currentSession()).toEqual({ status: 'loading', user: null });
  });

  it('remembers the person whom the server names as those of their session', async () => {
    danSignsInElsewhere();
    const refreshed = refreshUser();
    answer.resolve(person('dan'));
    await refreshed;
    updateUser('dan', { language: 'ro' });
    expect([currentSession().user?.language, tokenOf('dan')]).toEqual(['ro', 'duet_dan']);
  });
});
