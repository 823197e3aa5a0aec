import type { QueryClient } from '@tanstack/react-query';
import { bearer } from '../api/bearer.ts';
import { startFocusFix } from '../native/focus-fix.ts';
import { startMemoryCleanup } from '../native/memory-cleanup.ts';
import { isNativeApp, loadPlatform, native } from '../native/platform.ts';
import { adaptStatusBar } from '../native/status-bar.ts';
import { onThemeShown } from '../theme/theme.ts';
import { followKeyboard, showField } from '../ui/keyboard.ts';
import { startNativePush } from './native-push.ts';

/** What the native app needs before the session starts. A browser has it all already. */
export async function openNativeShell(): Promise<void> {
  if (!isNativeApp()) return;
  try {
    await loadPlatform();
    await bearer.load();
  } catch (error) {
    // As a guest rather than not at all.
    console.error('The phone did not give what it keeps.', error);
  }
}

/** Listens to the phone, or to the browser in its place, for as long as the app lives. */
export function startNativeShell(queries: QueryClient): void {
  onThemeShown(adaptStatusBar);
  followKeyboard();
  native().onKeyboard((open) => {
    if (open) showField();
  });
  startFocusFix(document);
  // What no screen shows is asked for again when it is needed.
  startMemoryCleanup(() => queries.removeQueries({ type: 'inactive' }));
  startNativePush();
  void native().hideLaunchScreen();
}
