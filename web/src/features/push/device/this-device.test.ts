import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bearer } from '../../../api/bearer.ts';
import { deviceStorage } from '../../../device/storage.ts';
import { setLanguage, withAllTexts } from '../../../i18n/language.ts';
import { deviceState, pause, renewSubscription, turnOff, turnOn } from './this-device.ts';

/** The calls in their order, and what lets the one for the site's key be answered. */
let calls: string[];
let answerKey: () => void;
let subscribed: boolean;

const subscription = {
  endpoint: 'https://push.example/1',
  options: { applicationServerKey: new ArrayBuffer(0) },
  toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
  unsubscribe: async () => {
    subscribed = false;
    return true;
  },
};
const pushManager = {
  getSubscription: async () => (subscribed ? subscription : null),
  subscribe: async () => {
    subscribed = true;
    return subscription;
  },
};

/** In whatever tab. */
function signedIn(userId: string): void {
  deviceStorage.setJson('duet.user', { _id: userId, username: userId });
  bearer.keep(`duet_${userId}`);
}

beforeEach(async () => {
  calls = [];
  subscribed = false;
  const key = Promise.withResolvers<void>();
  answerKey = key.resolve;
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('isSecureContext', true);
  const registration = { pushManager, getNotifications: async () => [] };
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration };
  vi.stubGlobal('navigator', { serviceWorker });
  const notification = { permission: 'granted', requestPermission: async () => 'granted' };
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('window', { PushManager: {}, Notification: notification });
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    calls.push(`${method} ${url}`);
    if (method === 'GET') await key.promise;
    return new Response(JSON.stringify({ success: true, data: { key: '' } }));
  });
  await withAllTexts(setLanguage('en'));
  deviceStorage.setJson('duet.push', { userId: 'ana' });
  signedIn('ana');
});
afterEach(() => {
  deviceStorage.remove('duet.user');
  bearer.clear();
  deviceStorage.remove('duet.push');
  vi.unstubAllGlobals();
});

it('tells the site anew of a device that is on', async () => {
  answerKey();
  await renewSubscription('ana', true);
  expect([deviceState('ana'), subscribed, calls.length]).toEqual(['on', true, 2]);
});

for (const [name, leave, state] of [
  ['is turned off', turnOff, 'off'],
  ['is signed out of', pause, 'on'],
] as const) {
  it(`does not tell of a device that ${name} meanwhile`, async () => {
    const telling = renewSubscription('ana', true);
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    await leave();
    answerKey();
    await telling;
    expect([deviceState('ana'), subscribed, calls.length]).toEqual([state, false, 1]);
    expect(deviceStorage.getJson('duet.push')).toEqual(state === 'on' ? { userId: 'ana' } : null);
  });
}

it('is on where it is turned off and on again while the site is told', async () => {
  const telling = renewSubscription('ana', true);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  await turnOff();
  const again = turnOn('ana');
  answerKey();
  await telling;
  expect([await again, subscribed]).toEqual(['on', true]);
});

it('tells nobody of a device where another tab has signed in somebody else', async () => {
  signedIn('dan');
  await expect(renewSubscription('ana', true)).rejects.toMatchObject({ status: 401 });
  expect([subscribed, calls]).toEqual([false, []]);
});

it('subscribes for nobody where another tab signs in somebody else meanwhile', async () => {
  const telling = renewSubscription('ana', true);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  signedIn('dan');
  answerKey();
  await telling;
  expect([subscribed, calls.length]).toEqual([false, 1]);
});
