import '@ionic/react/css/core.css';
import './theme/fonts.css';
import './theme/tokens.css';
import './theme/ionic.css';
import './theme/base.css';
import './theme/rich-text.css';
import './theme/splash.css';
import { setupIonicReact } from '@ionic/react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/queries.ts';
import { App } from './app/App.tsx';
import { startBackButton } from './app/back-button.ts';
import { pageTransition } from './app/page-transition.ts';
import { preloadFirstScreen, preloadNextScreens } from './app/preload.ts';
import { endSplash } from './app/splash.ts';
import { startSwipeBack } from './app/swipe-back.ts';
import { startOffline } from './offline/register.ts';
import { followLanguage } from './session/language.ts';
import { keepCachePersonal } from './session/personal-cache.ts';
import { startSession } from './session/session.ts';
import { startTheme } from './theme/theme.ts';

startTheme();
startSession();
keepCachePersonal(queryClient);
preloadFirstScreen();
setupIonicReact({
  mode: 'ios',
  swipeBackEnabled: false,
  hardwareBackButton: true,
  navAnimation: pageTransition,
});
startSwipeBack();
startBackButton();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
await followLanguage();
createRoot(root).render(<App />);
await endSplash();
preloadNextScreens();
void startOffline();
