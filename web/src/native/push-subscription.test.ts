import { afterEach, beforeEach, expect, it } from 'vitest';
import { FakeNative } from './fake.ts';
import { replacePlatform } from './platform.ts';
import { nativeSubscription } from './push-subscription.ts';

let phone: FakeNative;
let takeBack: () => void;
beforeEach(() => {
  phone = new FakeNative();
  takeBack = replacePlatform(phone);
});
afterEach(() => takeBack());

it('gives the relay the token, and the server keys that stay the same', async () => {
  phone.registerPush = async () => ({ platform: 'ios', token: 'a/b' });
  const first = await nativeSubscription('https://relay.example/duet/');
  expect(first?.endpoint).toBe('https://relay.example/duet/ios/a%2Fb');
  expect(first?.keys.p256dh).toMatch(/^[\w-]{87}$/);
  expect(first?.keys.auth).toMatch(/^[\w-]{22}$/);
  expect(await nativeSubscription('https://relay.example/duet')).toEqual(first);
  expect([...phone.kept.keys()]).toEqual(['duet.push-keys']);
});

it('is nothing where the person refuses', async () => {
  phone.registerPush = async () => null;
  expect(await nativeSubscription('https://relay.example')).toBeNull();
  expect(phone.kept.size).toBe(0);
});
