import type { QueryClient } from '@tanstack/react-query';
import { bearer } from '../api/bearer.ts';
import { call, mediaAddress } from '../api/client.ts';
import { capacitorNative } from '../native/capacitor.ts';
import { pathInside, pathOfLink } from '../native/deep-link.ts';
import { native, replacePlatform } from '../native/platform.ts';
import { nativeSubscription } from '../native/push-subscription.ts';
import { adaptStatusBar, startMemoryCleanup } from '../native/timers.ts';
import { followPerson } from '../session/session.ts';
import { onThemeChange } from '../theme/theme.ts';
import { layers } from '../ui/back/layers.ts';

// What a phone has and a browser has not: loaded in the native app only.

/** What the native app needs before the session starts. */
export async function openNativeShell(): Promise<void> {
  try {
    replacePlatform(capacitorNative);
    await bearer.load();
  } catch (error) {
    // As a guest rather than not at all.
    console.error('The phone did not give what it keeps.', error);
  }
}

/** Listens to the phone for as long as the app lives. */
export function startNativeShell(queries: QueryClient): void {
  onThemeChange(adaptStatusBar);
  scrollUpOnStatusTap();
  startBackButton();
  // What no screen shows is asked for again when it is needed.
  startMemoryCleanup(() => queries.removeQueries({ type: 'inactive' }));
  startNativePush();
  void native().hideLaunchScreen();
}

/** A tap on an iPhone's status bar leads to the top of the page. */
function scrollUpOnStatusTap(): void {
  window.addEventListener('statusTap', () =>
    document.querySelector('[data-route]:not([hidden]) main')?.scrollTo({ top: 0, behavior: 'smooth' }),
  );
}

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
function startNativePush(): void {
  if (!relay) return;
  followPerson(
    (user) => {
      if (user) subscribe(relay).catch((error) => console.warn('The phone is told of nothing.', error));
    },
    { confirmed: true },
  );
}

/** The phone's back button closes what lies over the page, else goes a page back, and out of the app at the first page. */
function startBackButton(): void {
  // Capacitor's event, by the name that Cordova gave it.
  document.addEventListener('backbutton', () => {
    if (layers().closeTop()) return;
    const inside = Number((history.state as { idx?: number } | null)?.idx ?? 0) > 0;
    if (inside) history.back();
    else void native().leave();
  });
}

/** Opens in the native app what leads to it: `duet://post/{id}`, the site's posts, and touched notifications. */
export function followAppLinks(navigate: (path: string) => void): void {
  const site = new URL(mediaAddress('/'), location.href).origin;
  const go = (path: string | null) => {
    const { pathname, search, hash } = location;
    if (path && path !== pathname && path !== pathname + search + hash) navigate(path);
  };
  native().onLink((link) => go(pathOfLink(link, site)));
  native().onPushOpened((url) => go(pathInside(url, site)));
}
