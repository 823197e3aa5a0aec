import type { CapacitorConfig } from '@capacitor/cli';

/** Added to the web view's name, so that the server lets the app show its media; see server/src/media/serve.ts. */
const appendUserAgent = 'DuetApp/1';
const paper = '#FBF7F4';

/** Read by Capacitor's command line; `npm run native:sync` builds what `webDir` holds. */
const config: CapacitorConfig = {
  appId: 'app.duet',
  appName: 'Duet',
  webDir: '../.cache/native-web',
  appendUserAgent,
  backgroundColor: paper,
  zoomEnabled: false,
  loggingBehavior: 'debug',
  server: { androidScheme: 'https', iosScheme: 'capacitor', hostname: 'localhost' },
  android: { allowMixedContent: false, minWebViewVersion: 111, webContentsDebuggingEnabled: false },
  ios: { contentInset: 'never', scrollEnabled: false, limitsNavigationsToAppBoundDomains: false },
  plugins: {
    // The page's own splash takes over; the system's stays until it is painted.
    SplashScreen: { launchAutoHide: false, launchShowDuration: 3000, showSpinner: false },
    SystemBars: { insetsHandling: 'native', initialViewportFitValueHint: 'cover', style: 'DEFAULT' },
    Keyboard: { resize: 'native', autoBackdropColor: true },
    PushNotifications: { presentationOptions: ['badge', 'sound', 'banner'] },
  },
};

export default config;
