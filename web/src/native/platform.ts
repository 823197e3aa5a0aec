import type { Native } from './native.ts';
import { webNative } from './web.ts';

interface CapacitorGlobal {
  isNativePlatform?(): boolean;
}

let current: Native = webNative;

/** Whether this page runs inside the native app, whose web view brings `Capacitor` along before any script. */
export const isNativeApp = (): boolean =>
  (globalThis as { Capacitor?: CapacitorGlobal }).Capacitor?.isNativePlatform?.() === true;

/** The implementation in use: the web's, or the app's once app/native-shell.ts has put it there. */
export const native = (): Native => current;

/** Puts another side in its place: the app's, or one of a test; answers how to take it back. */
export function replacePlatform(other: Native): () => void {
  const former = current;
  current = other;
  return () => {
    current = former;
  };
}
