/** What is handed on to another app. */
export interface Shared {
  readonly title?: string;
  readonly text: string;
  readonly url?: string;
}

export interface PhotoOptions {
  /** JPEG quality, 0 to 100. */
  readonly quality: number;
  /** At most so many px wide. */
  readonly width: number;
}

export interface PushAddress {
  readonly platform: 'ios' | 'android';
  /** What Apple's or Google's push service knows the device by. */
  readonly token: string;
}

/**
 * The platform interface: what a phone can do beyond a browser. It has two implementations: the browser's own of everything
 * (web.ts), and the app's (capacitor.ts), loaded only inside the native app. Which is open says platform.ts.
 */
export interface Native {
  readonly platform: 'web' | 'ios' | 'android';
  /** A short tap to feel, where the device can. */
  tap(): Promise<void>;
  /**
   * The system's share sheet, or the clipboard where there is none; `dismissed` when the person closed the sheet.
   * @throws when neither is possible.
   */
  share(shared: Shared): Promise<'shared' | 'copied' | 'dismissed'>;
  /** Whether `takePhoto` and `choosePhoto` open the system's own; else the page uses its file pickers. */
  readonly hasCamera: boolean;
  /** Opens the camera; null when the person went back. @throws when it cannot be opened or read. */
  takePhoto(options: PhotoOptions): Promise<File | null>;
  /** Opens the photo library; null when the person went back. @throws when it cannot be opened or read. */
  choosePhoto(): Promise<File | null>;
  /** Makes the signs of the status bar readable on this theme. */
  showStatusBar(theme: 'light' | 'dark'): Promise<void>;
  /** Takes the system's launch screen away; the page's own splash lies below it. */
  hideLaunchScreen(): Promise<void>;
  /** Tells when the on-screen keyboard comes and goes. */
  onKeyboard(changed: (open: boolean) => void): void;
  /** Tells every link that opens the app, also the one that started it. */
  onLink(opened: (url: string) => void): void;
  /** Leaves the app as the phone's back button does on the first page. */
  leave(): Promise<void>;
  /** A small secret, such as a token, where the phone keeps secrets. */
  readonly secrets: {
    get(key: string): Promise<string | null>;
    set(key: string, value: string): Promise<void>;
    remove(key: string): Promise<void>;
  };
  /** Asks for permission and registers for pushes; null where the person or the device refuses. */
  registerPush(): Promise<PushAddress | null>;
  /** Tells the path that a touched notification leads to. */
  onPushOpened(opened: (path: string) => void): void;
}

/** Product.md §9: how the camera takes a profile photo. */
export const profileCamera: PhotoOptions = { quality: 66, width: 250 };
