import { pushKeysKey } from '../device/storage-keys.ts';
import { native } from './platform.ts';

/** What a browser's `PushSubscription` is as JSON (RFC 8291). */
interface NativeSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

interface KeptKeys {
  readonly p256dh: string;
  readonly auth: string;
  /** Reads what is sent; for a notification extension of the app. */
  readonly secret: JsonWebKey;
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** The device's keys for encrypted notifications: made once, kept where the phone keeps secrets. */
async function deviceKeys(): Promise<KeptKeys> {
  const { secrets } = native();
  const kept = await secrets.get(pushKeysKey);
  if (kept) return JSON.parse(kept) as KeptKeys;
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const made = {
    p256dh: base64url(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))),
    auth: base64url(crypto.getRandomValues(new Uint8Array(16))),
    secret: await crypto.subtle.exportKey('jwk', pair.privateKey),
  };
  await secrets.set(pushKeysKey, JSON.stringify(made));
  return made;
}

/**
 * Registers the phone for pushes by way of a relay, which takes Web Push at `{relay}/{ios|android}/{token}` and knocks
 * at Apple's or Google's service. Null where the person or the phone refuses.
 */
export async function nativeSubscription(relay: string): Promise<NativeSubscription | null> {
  const address = await native().registerPush();
  if (!address) return null;
  const { p256dh, auth } = await deviceKeys();
  const endpoint = `${relay.replace(/\/$/, '')}/${address.platform}/${encodeURIComponent(address.token)}`;
  return { endpoint, keys: { p256dh, auth } };
}
