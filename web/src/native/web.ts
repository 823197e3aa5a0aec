import type { Native, Shared } from './native.ts';

/** What is handed on as one text, for the clipboard. */
export const sharedAsText = ({ text, url }: Shared): string => [text, url].filter(Boolean).join('\n');

const tapMs = 10;
/** Less than this, in px, is the browser's own bars coming and going, not a keyboard. */
const leastKeyboardPx = 80;

const notHere = () => Promise.reject(new Error('A browser takes photos through a file picker.'));

/** The platform interface as a browser does it, or nothing where a browser has nothing like it. */
export const webNative: Native = {
  platform: 'web',
  async tap() {
    navigator.vibrate?.(tapMs);
  },
  async share({ title, text, url }) {
    const shared = { ...(title && { title }), text, ...(url && { url }) };
    if (navigator.share) {
      try {
        await navigator.share(shared);
        return 'shared';
      } catch (error) {
        // It was given up, or the sheet of an earlier tap is open.
        if (/^(Abort|InvalidState)Error$/.test((error as Error).name)) return 'dismissed';
        throw error;
      }
    }
    await navigator.clipboard.writeText(sharedAsText(shared));
    return 'copied';
  },
  hasCamera: false,
  takePhoto: notHere,
  choosePhoto: notHere,
  // The page's theme-color colours an installed app's bar; theme/ sets it.
  async showStatusBar() {},
  async hideLaunchScreen() {},
  onKeyboard(changed) {
    const seen = window.visualViewport;
    let open = false;
    seen?.addEventListener('resize', () => {
      const now = seen.scale === 1 && window.innerHeight - seen.height > leastKeyboardPx;
      if (now === open) return;
      open = now;
      changed(open);
    });
  },
  // The browser opens links by itself, and the service worker shows pushes.
  onLink() {},
  async leave() {},
  secrets: {
    get: async (key) => localStorage.getItem(key),
    set: async (key, value) => localStorage.setItem(key, value),
    remove: async (key) => localStorage.removeItem(key),
  },
  registerPush: async () => null,
  onPushOpened() {},
};
