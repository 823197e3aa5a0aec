import type { Native, PhotoOptions, PushAddress, Shared } from './native.ts';

/** A platform with nothing behind it, which records what was asked of it. For tests. */
export class FakeNative implements Native {
  readonly platform: Native['platform'];
  readonly hasCamera = true;
  readonly taps: number[] = [];
  readonly shared: Shared[] = [];
  readonly photos: PhotoOptions[] = [];
  readonly statusBars: string[] = [];
  readonly kept = new Map<string, string>();
  left = 0;
  opened: (url: string) => void = () => undefined;

  constructor(platform: Native['platform'] = 'ios') {
    this.platform = platform;
  }

  readonly secrets = {
    get: async (key: string) => this.kept.get(key) ?? null,
    set: async (key: string, value: string) => void this.kept.set(key, value),
    remove: async (key: string) => void this.kept.delete(key),
  };

  async tap() {
    this.taps.push(Date.now());
  }
  async share(shared: Shared) {
    this.shared.push(shared);
    return 'shared' as const;
  }
  async takePhoto(options: PhotoOptions) {
    this.photos.push(options);
    return null;
  }
  async choosePhoto() {
    return null;
  }
  async showStatusBar(theme: 'light' | 'dark') {
    this.statusBars.push(theme);
  }
  async hideLaunchScreen() {}
  onKeyboard() {}
  onLink(opened: (url: string) => void) {
    this.opened = opened;
  }
  async leave() {
    this.left += 1;
  }
  async registerPush(): Promise<PushAddress | null> {
    return { platform: 'ios', token: 'a1' };
  }
  onPushOpened() {}
}
