import type { User } from '@duet/contract/accounts/shapes';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import {
  beginSession,
  currentSession,
  followPerson,
  leaveSession,
  refreshUser,
  updateUser,
} from './session.ts';

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
    updateUser({ language: 'ro' });
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
  updateUser({ language: 'en' });
  const refreshed = refreshUser();
  updateUser({ language: 'ro' });
  answer.resolve({ ...person('ana'), username: 'anna' });
  await refreshed;
  expect(currentSession().user).toMatchObject({ username: 'anna', language: 'ro' });
});
