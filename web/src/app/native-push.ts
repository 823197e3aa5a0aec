import { call } from '../api/client.ts';
import { isNativeApp } from '../native/platform.ts';
import { nativeSubscription } from '../native/push-subscription.ts';
import { followPerson } from '../session/session.ts';

/** Set while the native app is built (docs/native.md); without it nobody is asked. */
const relay = import.meta.env.VITE_PUSH_RELAY as string | undefined;

async function subscribe(to: string): Promise<void> {
  const body = await nativeSubscription(to);
  if (body) await call('push.subscribe', { body });
}

/**
 * Lets the phone be told of what happens, once for everybody who signs in on it. The server forgets a subscription
 * together with its session.
 */
export function startNativePush(): void {
  if (!relay || !isNativeApp()) return;
  followPerson(
    (user) => {
      if (user) subscribe(relay).catch((error) => console.warn('The phone is told of nothing.', error));
    },
    { confirmed: true },
  );
}
