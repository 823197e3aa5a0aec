import { dayMs } from '@duet/contract/limits';
import { call } from '../../../api/client.ts';
import { deviceStorage } from '../../../device/storage.ts';
import { pushKey } from '../../../device/storage-keys.ts';
import { isNativeApp } from '../../../native/platform.ts';
import { callAs } from '../../../session/call-as.ts';
import { tokenOf } from '../../../session/session.ts';
import { createEmitter, useStore } from '../../../ui/store.ts';
import './tell-place.ts';

/** Whether this device shows notifications: cannot, must not (the browser's settings say so), does not, does. */
export type DeviceState = 'unsupported' | 'denied' | 'off' | 'on';

/** Whom this device tells, and under which address the server knows it since when. */
interface Kept {
  readonly userId: string;
  readonly endpoint?: string;
  readonly at?: number;
}

/** How old the server's word may be before it is told again, in ms. */
const renewAfterMs = dayMs;
/** After each the browser and the storage are asked again. */
const changes = createEmitter();

const kept = (): Partial<Kept> => (deviceStorage.getJson(pushKey) as Partial<Kept> | null) ?? {};

const isSupported = (): boolean =>
  !isNativeApp() &&
  isSecureContext &&
  'serviceWorker' in navigator &&
  'PushManager' in window &&
  'Notification' in window;

/** What this device does for a person. */
export function deviceState(userId: string): DeviceState {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && kept().userId === userId ? 'on' : 'off';
}

/** The same, and again when it changes. */
export const useDeviceState = (userId: string): DeviceState =>
  useStore({ get: () => deviceState(userId), subscribe: changes.subscribe });

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

const sameBytes = (one: ArrayBuffer | null | undefined, other: Uint8Array): boolean =>
  one?.byteLength === other.length && new Uint8Array(one).every((byte, index) => byte === other[index]);

/** How often this device was told to be silent. What began before it was takes nothing of that back. */
let refusals = 0;

/** The browser's subscription for this site's key, or null where it is not wanted any more; one for another key is of no use. */
async function subscription(userId: string, isRefused: () => boolean): Promise<PushSubscription | null> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const { data } = await callAs(userId, 'push.key', {});
  if (isRefused() || tokenOf(userId) === null) return null;
  const applicationServerKey = bytesOf(data.key);
  const there = await pushManager.getSubscription();
  if (there && sameBytes(there.options.applicationServerKey, applicationServerKey)) return there;
  await there?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

/** Tells the site of this device as this person: another tab may sign in somebody who wants none of it. */
async function registerDevice(userId: string): Promise<void> {
  const before = refusals;
  const isRefused = () => refusals !== before;
  const there = await subscription(userId, isRefused);
  if (!there) return;
  const { endpoint, keys } = there.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  if (!isRefused())
    await callAs(userId, 'push.subscribe', { body: { endpoint: endpoint ?? '', keys: { p256dh, auth } } });
  if (isRefused()) return end(there);
  deviceStorage.setJson(pushKey, { userId, endpoint, at: Date.now() } as Kept);
}

/** Ends an address for the browser and for the site. */
async function end(there: PushSubscription): Promise<void> {
  const { endpoint } = there;
  await there.unsubscribe();
  await call('push.unsubscribe', { body: { endpoint } });
}

/**
 * Asks the person for permission and lets this device be told. Answers what it does now.
 * @throws where the browser or the server cannot.
 */
export async function turnOn(userId: string): Promise<DeviceState> {
  if (!isSupported()) return 'unsupported';
  try {
    if ((await Notification.requestPermission()) === 'granted') await registerDevice(userId);
    return deviceState(userId);
  } finally {
    changes.emit();
  }
}

/** Lets this device be told no more, also where the server cannot be reached: its address dies with it. */
export async function turnOff(): Promise<void> {
  refusals += 1;
  deviceStorage.remove(pushKey);
  changes.emit();
  const there = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  if (there) await end(there);
}

/** For whoever has signed in: what they turned on here stays on, with an address that the server knows. */
export async function renewSubscription(userId: string, isNewSession: boolean): Promise<void> {
  if (deviceState(userId) !== 'on') return;
  const { pushManager } = await navigator.serviceWorker.ready;
  const there = await pushManager.getSubscription();
  const { endpoint, at = 0 } = kept();
  const known = there && there.endpoint === endpoint && Date.now() - at < renewAfterMs;
  if (isNewSession || !known) await registerDevice(userId);
}

/** For whoever has signed in over the session of somebody else: what comes for that person is not for their eyes. */
export async function pauseForOthers(userId: string): Promise<void> {
  const { userId: owner } = kept();
  if (!isSupported() || !owner || owner === userId || tokenOf(userId) === null) return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (await registration?.pushManager.getSubscription()) await pause();
}

/** After signing out the browser takes nothing any more; who signs in again here is told again. */
export async function pause(): Promise<void> {
  refusals += 1;
  if (!isSupported()) return;
  const { userId } = kept();
  if (userId) deviceStorage.setJson(pushKey, { userId } as Kept);
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
}

/** Takes away those that lead there: where one looks at it all of them, else those that were read as they came. */
export async function closeThoseOf(path: string, isInSight: boolean): Promise<void> {
  // Without a service worker nothing is shown that could be closed.
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  for (const shown of (await registration?.getNotifications?.()) ?? []) {
    const { url, seen } = (shown.data ?? {}) as { url?: unknown; seen?: unknown };
    const leadsThere = typeof url === 'string' && url.split('#', 1)[0] === path;
    if (leadsThere && (isInSight || seen === true)) shown.close();
  }
}
