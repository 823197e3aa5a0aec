import type { Native } from './native.ts';
import { webNative } from './web.ts';

interface CapacitorGlobal {
  isNativePlatform?(): boolean;
}

let current: Native = webNative;

/** Whether this page runs inside the native app, whose web view brings `Capacitor` along before any script. */
export const isNativeApp = (): boolean =>
  (globalThis as { Capacitor?: CapacitorGlobal }).Capacitor?.isNativePlatform?.() === true;

/** The implementation in use: the web's, or the app's after `loadPlatform`. */
export const native = (): Native => current;

/** Opens the app's side inside the native app. Browsers load nothing for it. */
export async function loadPlatform(): Promise<void> {
  if (isNativeApp()) current = (await import('./capacitor.ts')).capacitorNative;
}

/** Puts another side in its place, for tests; answers how to take it back. */
export function replacePlatform(other: Native): () => void {
  const former = current;
  current = other;
  return () => {
    current = former;
  };
}
