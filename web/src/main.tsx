import './theme/fonts.css';
import './theme/tokens.css';
import './theme/base.css';
import './theme/rich-text.css';
import './theme/splash.css';
import './theme/overrides/visually-hidden.css';
import './theme/overrides/forced-colors.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { holdAnswersWhilePressed } from './api/hold-while-pressed.ts';
import { queryClient } from './api/queries.ts';
import { App } from './app/App.tsx';
import { startBackOnline } from './app/back-online.ts';
import { startLive } from './app/live.ts';
import { preloadFirstScreen, preloadNextScreens, preloadPointedScreens } from './app/preload.ts';
import { endSplash } from './app/splash.ts';
import { startSwipeBack } from './app/swipe-back.ts';
import { followOpenedNotifications, followSession } from './features/push/index.ts';
import { startViewTracking } from './features/views/index.ts';
import { startFocusFix } from './native/focus-fix.ts';
import { isNativeApp, native } from './native/platform.ts';
import { startOffline } from './offline/register.ts';
import { followLanguage } from './session/language.ts';
import { clearCacheOnUserChange } from './session/personal-cache.ts';
import { startWanted } from './session/return-to.ts';
import { startSession } from './session/session.ts';
import { followSite } from './session/site.ts';
import { startTheme } from './theme/theme.ts';
import { startClickGuard } from './ui/click-guard.ts';
import { followKeyboard, showField } from './ui/keyboard.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');

startTheme();
// The titles' font travels while the first page is made.
void document.fonts.load('600 1rem Fraunces');
startClickGuard();
holdAnswersWhilePressed();
startSwipeBack();
const started = isNativeApp() ? startInPhone(root) : start(root);
// An error of the page's, which is said on the splash (vite/theme-first.ts).
started.catch(reportError);

/** A phone's own storage is asked first; a browser does not wait. */
async function startInPhone(container: HTMLElement): Promise<void> {
  const { openNativeShell, startNativeShell } = await import('./app/native-shell.ts');
  await openNativeShell();
  const whole = start(container);
  startNativeShell(queryClient);
  await whole;
}

/** A function of its own: while a module waits at its top, no screen that imports from its chunk can run. */
async function start(container: HTMLElement): Promise<void> {
  followOpenedNotifications();
  startSession();
  startWanted();
  clearCacheOnUserChange(queryClient);
  const screen = preloadFirstScreen();
  followKeyboard();
  native().onKeyboard((open) => {
    if (open) showField();
  });
  startFocusFix(document);
  await Promise.all([followLanguage(), screen]);
  // In slices: the first page is made while the phone still answers a finger.
  startTransition(() => createRoot(container).render(<App />));
  await endSplash();
  startViewTracking();
  preloadNextScreens();
  preloadPointedScreens();
  startLive();
  followSite(queryClient);
  startBackOnline();
  if (!isNativeApp()) void startOffline();
  followSession();
}
