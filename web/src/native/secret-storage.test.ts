import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceStorage } from '../device/storage.ts';
import { FakeNative } from './fake.ts';
import { replacePlatform } from './platform.ts';
import { secretStorage } from './secret-storage.ts';

const key = 'duet.token';
let phone: FakeNative;
let takeBack: () => void;
beforeEach(() => {
  phone = new FakeNative();
  takeBack = replacePlatform(phone);
  vi.stubGlobal('Capacitor', { isNativePlatform: () => true });
});
afterEach(() => {
  secretStorage.remove(key);
  takeBack();
  vi.unstubAllGlobals();
  deviceStorage.remove('duet.installed');
});

describe('secrets', () => {
  it('of the native app stand where the phone keeps secrets, and nowhere else', async () => {
    await secretStorage.load(key);
    expect(secretStorage.get(key)).toBeNull();
    secretStorage.set(key, 'one');
    expect(secretStorage.get(key)).toBe('one');
    await vi.waitFor(() => expect(phone.kept.get(key)).toBe('one'));
    expect(deviceStorage.get(key)).toBeNull();
    secretStorage.remove(key);
    expect(secretStorage.get(key)).toBeNull();
    await vi.waitFor(() => expect(phone.kept.has(key)).toBe(false));
  });

  it('are read once at the start', async () => {
    deviceStorage.set('duet.installed', '1');
    phone.kept.set(key, 'kept');
    await secretStorage.load(key);
    expect(secretStorage.get(key)).toBe('kept');
  });

  it('of an installation that was removed are thrown away', async () => {
    phone.kept.set(key, 'of before');
    await secretStorage.load(key);
    expect([secretStorage.get(key), phone.kept.has(key)]).toEqual([null, false]);
  });

  it('are written in order, however slow the phone is', async () => {
    phone.secrets.set = async (name, value) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      phone.kept.set(name, value);
    };
    secretStorage.set(key, 'one');
    secretStorage.remove(key);
    secretStorage.set(key, 'two');
    await vi.waitFor(() => expect(phone.kept.get(key)).toBe('two'));
  });

  it('of a browser stand in its storage', () => {
    vi.stubGlobal('Capacitor', undefined);
    secretStorage.set(key, 'web');
    expect([deviceStorage.get(key), phone.kept.has(key)]).toEqual(['web', false]);
  });
});
