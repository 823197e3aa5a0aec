import type { User } from '@duet/contract/accounts/shapes';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceStorage } from '../../device/storage.ts';
import { pushKey, tokenKey, userKey } from '../../device/storage-keys.ts';
import { setLanguage, withAllTexts } from '../../i18n/language.ts';
import { beginSession, currentSession, leaveSession, startSession } from '../../session/session.ts';
import { followSession } from './follow-session.ts';

const person = (_id: string) => ({ _id, username: _id, role: 'user', language: 'en' }) as User;
const subscription = {
  endpoint: 'https://push.example/1',
  options: { applicationServerKey: new ArrayBuffer(0) },
  toJSON: () => ({ endpoint: 'https://push.example/1', keys: {} }),
  unsubscribe: async () => {
    subscribed = false;
    return true;
  },
};

/** Calls about notifications and of signing out, with whose token they were made. */
let calls: string[];
let subscribed: boolean;
let end: (() => void) | undefined;
let page: EventTarget & { visibilityState: string };

beforeEach(async () => {
  calls = [];
  subscribed = true;
  page = Object.assign(new EventTarget(), {
    documentElement: {},
    visibilityState: 'visible',
    get hidden() {
      return this.visibilityState === 'hidden';
    },
  });
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('isSecureContext', true);
  const pushManager = {
    getSubscription: async () => (subscribed ? subscription : null),
    subscribe: async () => {
      subscribed = true;
      return subscription;
    },
  };
  const registration = { pushManager, getNotifications: async () => [] };
  const serviceWorker = Object.assign(new EventTarget(), {
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  });
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('window', { PushManager: {}, Notification: {} });
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    const [, token = ''] = new Headers(headers).get('Authorization')?.split('duet_') ?? [];
    if (/push|logout/.test(url)) calls.push(`${url} of ${token}`);
    return Response.json({ success: true, data: { key: '', user: person(token) } });
  });
  await withAllTexts(setLanguage('en'));
});
afterEach(() => {
  end?.();
  leaveSession();
  deviceStorage.remove(pushKey);
  vi.unstubAllGlobals();
});

it('turns nothing on for somebody whom another tab has signed in, when the page is seen again', async () => {
  beginSession('duet_ana', person('ana'));
  deviceStorage.setJson(pushKey, { userId: 'ana' });
  startSession();
  await vi.waitFor(() => expect(currentSession().status).toBe('ready'));
  end = followSession();
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]).toBe('/api/push/subscriptions of ana');

  page.visibilityState = 'hidden';
  subscribed = false;
  deviceStorage.setJson(pushKey, { userId: 'ana' });
  deviceStorage.setJson(userKey, person('dan'));
  deviceStorage.set(tokenKey, 'duet_dan');
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(currentSession()).toMatchObject({ status: 'ready', user: { _id: 'dan' } }));
  await import('./device/this-device.ts').then(() => new Promise((resolve) => setTimeout(resolve)));
  expect([calls.length, subscribed]).toEqual([2, false]);
});

describe('who signs in over a session that goes on', () => {
  beforeEach(async () => {
    beginSession('duet_ana', person('ana'));
    deviceStorage.setJson(pushKey, { userId: 'ana' });
    end = followSession();
    await vi.waitFor(() => expect(deviceStorage.getJson(pushKey)).toHaveProperty('at'));
    calls = [];
  });

  it('gets none of the notifications of another person, whose session ends', async () => {
    beginSession('duet_dan', person('dan'));
    await vi.waitFor(() => expect(subscribed).toBe(false));
    expect(calls).toEqual(['/api/auth/logout of ana']);
    expect(deviceStorage.getJson(pushKey)).toEqual({ userId: 'ana' });
  });

  it('keeps their own device and session', async () => {
    beginSession('duet_again', person('ana'));
    await import('./device/this-device.ts').then(() => new Promise((resolve) => setTimeout(resolve)));
    expect([calls, subscribed]).toEqual([[], true]);
  });
});

it('leaves notifications of somebody else to nobody who finds the device so when the app starts', async () => {
  deviceStorage.setJson(pushKey, { userId: 'ana' });
  beginSession('duet_dan', person('dan'));
  end = followSession();
  await vi.waitFor(() => expect(subscribed).toBe(false));
});
