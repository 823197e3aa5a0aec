import { deviceStorage } from '../device/storage.ts';
import { installedKey } from '../device/storage-keys.ts';
import { isNativeApp, native } from './platform.ts';

const inMemory = new Map<string, string>();

/**
 * Secrets of this device, to be read without waiting: in the native app where the phone keeps secrets (Keychain,
 * Keystore), with a copy in memory; in a browser among everything else that it keeps.
 */
export const secretStorage = {
  /** Reads a secret into memory. To be awaited once in the native app, before anything asks for it. */
  async load(key: string): Promise<void> {
    if (!isNativeApp()) return;
    const { secrets } = native();
    // At the first start, what the phone still keeps from before the app was removed is not this installation's.
    if (deviceStorage.get(installedKey) === null) {
      await secrets.remove(key);
      deviceStorage.set(installedKey, '1');
      return;
    }
    const kept = await secrets.get(key);
    if (kept !== null) inMemory.set(key, kept);
  },
  get: (key: string): string | null => (isNativeApp() ? (inMemory.get(key) ?? null) : deviceStorage.get(key)),
  /** Answers whether it will survive the page, as far as that is known at once. */
  set(key: string, value: string): boolean {
    if (!isNativeApp()) return deviceStorage.set(key, value);
    inMemory.set(key, value);
    const { secrets } = native();
    write(() => secrets.set(key, value));
    return true;
  },
  remove(key: string): void {
    if (isNativeApp()) {
      inMemory.delete(key);
      const { secrets } = native();
      write(() => secrets.remove(key));
    } else deviceStorage.remove(key);
  },
};

let written: Promise<unknown> = Promise.resolve();

/** One after the other: a sign-out right after a sign-in must not lose to it. */
function write(change: () => Promise<void>): void {
  written = written.then(change).catch((error: unknown) => {
    console.warn('The phone did not keep a secret.', error);
  });
}
