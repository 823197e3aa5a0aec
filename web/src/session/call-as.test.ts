import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { bearer } from '../api/bearer.ts';
import { deviceStorage } from '../device/storage.ts';
import { setLanguage } from '../i18n/language.ts';
import { callAs } from './call-as.ts';

const tokens: (string | null)[] = [];
/** Who is signed in on the device, in whatever tab. */
const isThere = (id: string, token: string) => {
  deviceStorage.setJson('duet.user', { _id: id, username: id });
  bearer.keep(token);
};
const write = () => callAs('ana', 'comments.create', { body: { postId: 'p', text: 'Hers' } });

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await setLanguage('en');
});
beforeEach(() => {
  tokens.length = 0;
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    const token = new Headers(headers).get('Authorization');
    tokens.push(token);
    const status = token === 'Bearer good' ? 200 : 401;
    return new Response(JSON.stringify({ success: status === 200, data: {} }), { status });
  });
});
afterEach(() => {
  bearer.clear();
  deviceStorage.remove('duet.user');
  vi.unstubAllGlobals();
});

it('calls as the person whose device it is', async () => {
  isThere('ana', 'good');
  await write();
  expect(tokens).toEqual(['Bearer good']);
});

it('does not call where another tab has signed somebody else in, or out', async () => {
  isThere('eva', 'good');
  await expect(write()).rejects.toMatchObject({ status: 401 });
  isThere('ana', 'good');
  bearer.clear();
  await expect(write()).rejects.toMatchObject({ status: 401 });
  expect(tokens).toEqual([]);
});

it('calls once with a session that has ended, never as a guest, and forgets it', async () => {
  isThere('ana', 'ended');
  await expect(write()).rejects.toMatchObject({ status: 401 });
  expect([tokens, bearer.token()]).toEqual([['Bearer ended'], null]);
});
