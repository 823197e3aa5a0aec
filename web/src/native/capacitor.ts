import { KeychainAccess, SecureStorage } from '@aparajita/capacitor-secure-storage';
import { App } from '@capacitor/app';
import { Camera, type MediaResult } from '@capacitor/camera';
import { Capacitor, SystemBars, SystemBarsStyle } from '@capacitor/core';
import { Haptics, ImpactStyle } from '@capacitor/haptics';
import { Keyboard } from '@capacitor/keyboard';
import { PushNotifications } from '@capacitor/push-notifications';
import { Share } from '@capacitor/share';
import { SplashScreen } from '@capacitor/splash-screen';
import type { Native, PushAddress } from './native.ts';

const platform = Capacitor.getPlatform() === 'ios' ? 'ios' : 'android';

/** The plugins want a height beside the width; no photo is taller than this for its width. */
const tallest = 4;
/** "Couldn't take photo", "Couldn't choose media": because the person went back. */
const wentBack = new Set(['OS-PLUG-CAMR-0006', 'OS-PLUG-CAMR-0020']);

/** The picture, or null where the person went back. */
async function picked(open: () => Promise<MediaResult | undefined>): Promise<File | null> {
  try {
    const result = await open();
    if (!result?.webPath) return null;
    const picture = await (await fetch(result.webPath)).blob();
    const type = picture.type || 'image/jpeg';
    return new File([picture], `photo.${type.split('/')[1] ?? 'jpg'}`, { type });
  } catch (error) {
    if (wentBack.has(String((error as { code?: string }).code))) return null;
    throw error;
  }
}

async function registered(): Promise<PushAddress | null> {
  const { receive } = await PushNotifications.requestPermissions();
  if (receive !== 'granted') return null;
  return new Promise((resolve) => {
    void PushNotifications.addListener('registration', ({ value }) => resolve({ platform, token: value }));
    void PushNotifications.addListener('registrationError', () => resolve(null));
    void PushNotifications.register();
  });
}

/** The platform interface as a phone does it. Loaded inside the native app only. */
export const capacitorNative: Native = {
  platform,
  tap: () => Haptics.impact({ style: ImpactStyle.Light }),
  async share(shared) {
    try {
      await Share.share({ ...shared });
      return 'shared';
    } catch (error) {
      // "Can't share while sharing is in progress": the sheet of an earlier tap is open.
      if (error instanceof Error && /cancel|in progress/i.test(error.message)) return 'dismissed';
      throw error;
    }
  },
  hasCamera: true,
  takePhoto: ({ quality, width }) =>
    picked(() => Camera.takePhoto({ quality, targetWidth: width, targetHeight: width * tallest })),
  choosePhoto: () => picked(async () => (await Camera.chooseFromGallery({})).results[0]),
  showStatusBar: (theme) =>
    SystemBars.setStyle({ style: theme === 'dark' ? SystemBarsStyle.Dark : SystemBarsStyle.Light }),
  hideLaunchScreen: () => SplashScreen.hide({ fadeOutDuration: 0 }),
  onKeyboard(changed) {
    void Keyboard.addListener('keyboardWillShow', () => changed(true));
    void Keyboard.addListener('keyboardWillHide', () => changed(false));
  },
  onLink(opened) {
    void App.addListener('appUrlOpen', ({ url }) => opened(url));
    void App.getLaunchUrl().then((start) => start && opened(start.url));
  },
  leave: () => App.minimizeApp(),
  secrets: {
    async get(key) {
      const kept = await SecureStorage.get(key, false);
      return typeof kept === 'string' ? kept : null;
    },
    // Stays on this phone: neither a backup nor a new phone takes a session over.
    set: (key, value) =>
      SecureStorage.set(key, value, false, false, KeychainAccess.afterFirstUnlockThisDeviceOnly),
    async remove(key) {
      await SecureStorage.remove(key);
    },
  },
  registerPush: registered,
  onPushOpened(opened) {
    void PushNotifications.addListener('pushNotificationActionPerformed', ({ notification }) => {
      const { url } = notification.data ?? {};
      if (typeof url === 'string') opened(url);
    });
  },
};
