import type { User } from '@duet/contract/accounts/shapes';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { chooseLanguage } from './choose-language.ts';
import { beginSession, currentSession, leaveSession } from './session.ts';

/** What the server was saved, in its order, and what lets it answer each. */
let saved: { language: string; keepalive?: boolean; answer: (status: number) => void }[];
const spoken = () => currentSession().user?.language;
const asked = (count: number) => vi.waitFor(() => expect(saved).toHaveLength(count));

beforeEach(async () => {
  saved = [];
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('fetch', async (url: string, { body, keepalive }: RequestInit) => {
    if (url.endsWith('/logout')) return Response.json({ success: true, data: {} });
    const answered = Promise.withResolvers<number>();
    saved.push({ ...JSON.parse(String(body)), keepalive, answer: answered.resolve });
    const status = await answered.promise;
    return new Response(JSON.stringify({ success: status === 200 }), { status });
  });
  await setLanguage('en');
  beginSession('duet_token', { _id: 'ana', username: 'ana', role: 'user', language: 'en' } as User);
});
afterEach(() => {
  leaveSession();
  vi.unstubAllGlobals();
});

it('tells the server of one language after the other, so that the last one counts', async () => {
  const first = chooseLanguage('ro');
  const second = chooseLanguage('en');
  expect(spoken()).toBe('en');
  await asked(1);
  saved[0]?.answer(200);
  await first;
  await asked(2);
  saved[1]?.answer(200);
  await second;
  expect([saved.map(({ language }) => language), spoken()]).toEqual([['ro', 'en'], 'en']);
});

it('is sent also where the page is left at once', async () => {
  const chosen = chooseLanguage('ro');
  await asked(1);
  expect(saved[0]?.keepalive).toBe(true);
  saved[0]?.answer(200);
  await chosen;
});

it('keeps a newer choice where an older one failed, and takes back one that failed', async () => {
  beginSession('duet_token', { _id: 'ana', username: 'ana', role: 'user', language: 'ro' } as User);
  const first = chooseLanguage('en');
  const second = chooseLanguage('ro');
  await asked(1);
  saved[0]?.answer(500);
  await expect(first).rejects.toMatchObject({ status: 500 });
  await asked(2);
  saved[1]?.answer(200);
  await second;
  expect(spoken()).toBe('ro');
  const third = chooseLanguage('en');
  await asked(3);
  saved[2]?.answer(500);
  await expect(third).rejects.toMatchObject({ status: 500 });
  expect(spoken()).toBe('ro');
});

it('is neither saved for nor given to another person who has signed in meanwhile', async () => {
  const choices = [chooseLanguage('en'), chooseLanguage('ro')];
  await asked(1);
  beginSession('duet_other', { _id: 'dan', username: 'dan', role: 'user', language: 'ro' } as User);
  saved[0]?.answer(500);
  await Promise.all(choices);
  expect([saved.length, spoken()]).toEqual([1, 'ro']);
});

it('of the former person is not given to another one who had chosen the same', async () => {
  const chosen = chooseLanguage('ro');
  await asked(1);
  beginSession('duet_other', { _id: 'dan', username: 'dan', role: 'user', language: 'ro' } as User);
  saved[0]?.answer(500);
  await chosen;
  expect(spoken()).toBe('ro');
});
