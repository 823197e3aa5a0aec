import './theme/fonts.css';
import './theme/tokens.css';
import './theme/base.css';
import './theme/rich-text.css';
import './theme/splash.css';
import './theme/overrides/visually-hidden.css';
import './theme/overrides/forced-colors.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/queries.ts';
import { App } from './app/App.tsx';
import { startBackOnline } from './app/back-online.ts';
import { startLive } from './app/live.ts';
import { openNativeShell, startBackButton, startNativeShell } from './app/native-shell.ts';
import { preloadFirstScreen, preloadNextScreens } from './app/preload.ts';
import { endSplash, showStartFailure } from './app/splash.ts';
import { startSwipeBack } from './app/swipe-back.ts';
import { followSession } from './features/push/index.ts';
import { startViewTracking } from './features/views/index.ts';
import { isNativeApp } from './native/platform.ts';
import { startOffline } from './offline/register.ts';
import { followLanguage } from './session/language.ts';
import { clearCacheOnUserChange } from './session/personal-cache.ts';
import { startWanted } from './session/return-to.ts';
import { startSession } from './session/session.ts';
import { followSite } from './session/site.ts';
import { startTheme } from './theme/theme.ts';
import { startStrayClickGuard } from './ui/stray-click.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');

startTheme();
// The titles' font travels while the first page is made.
void document.fonts.load('600 1rem Fraunces');
startStrayClickGuard();
startSwipeBack();
startBackButton();
// A phone's own storage is asked first; a browser does not wait.
const started = isNativeApp() ? openNativeShell().then(() => start(root)) : start(root);
started.catch(showStartFailure);

/** A function of its own: while a module waits at its top, no screen that imports from its chunk can run. */
async function start(container: HTMLElement): Promise<void> {
  startSession();
  startWanted();
  clearCacheOnUserChange(queryClient);
  const screen = preloadFirstScreen();
  startNativeShell(queryClient);
  await Promise.all([followLanguage(), screen]);
  // In slices: the first page is made while the phone still answers a finger.
  startTransition(() => createRoot(container).render(<App />));
  await endSplash();
  startViewTracking();
  preloadNextScreens();
  startLive();
  followSite(queryClient);
  startBackOnline();
  if (!isNativeApp()) void startOffline();
  followSession();
}
