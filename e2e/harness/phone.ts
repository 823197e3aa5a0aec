import type { Page } from '@playwright/test';

interface PluginCall {
  readonly plugin: string;
  readonly method: string;
  readonly options: Record<string, unknown>;
  /** Milliseconds of the page. */
  readonly at: number;
}

interface Phone {
  readonly calls: PluginCall[];
  readonly answers: Record<string, unknown>;
  emit(plugin: string, event: string, data: unknown): void;
}

/** Something that happens on the phone. */
interface PhoneEvent {
  readonly plugin: string;
  readonly event: string;
  readonly data: unknown;
}

interface PhoneOptions {
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly token?: string | null;
  readonly events?: readonly PhoneEvent[];
}

declare global {
  interface Window {
    phone: Phone;
  }
}

/**
 * Makes a page believe that it runs inside the native app: a bridge of Capacitor's own shape that writes down every
 * call and answers from `answers` (by `Plugin.method`; a text rejects with it as the code). What the phone keeps
 * survives a reload of the page; `token` is a session that it kept from before, `events` is what happens at every load before
 * the app listens.
 */
export async function insidePhone(
  page: Page,
  platform: 'ios' | 'android',
  { answers = {}, token = null, events = [] }: PhoneOptions = {},
): Promise<void> {
  await page.addInitScript(
    ([platform, answers, token, events]) => {
      const chain = (key: unknown) => `keychain.${key}`;
      if (token !== null && localStorage.getItem('duet.installed') === null) {
        localStorage.setItem('duet.installed', '1');
        sessionStorage.setItem(chain('capacitor-storage_duet.token'), JSON.stringify(token));
      }
      if (platform === 'android') Object.assign(window, { androidBridge: { postMessage() {} } });
      else Object.assign(window, { webkit: { messageHandlers: { bridge: { postMessage() {} } } } });

      const listeners: { plugin: string; event: string; tell: (data: unknown) => void }[] = [];
      // The plugins keep these until somebody listens (Capacitor's retainUntilConsumed).
      const retained = ['App.appUrlOpen', 'PushNotifications.pushNotificationActionPerformed'];
      const unheard: PhoneEvent[] = [];
      const phone: Phone = {
        calls: [],
        answers,
        emit(plugin, event, data) {
          const heardBy = listeners.filter((one) => one.plugin === plugin && one.event === event);
          for (const listener of heardBy) listener.tell(data);
          if (heardBy.length === 0 && retained.includes(`${plugin}.${event}`))
            unheard.push({ plugin, event, data });
        },
      };
      const known = (name: string, options: Record<string, unknown>) => {
        const key = chain(options.prefixedKey);
        if (name === 'SecureStorage.internalGetItem') return { data: sessionStorage.getItem(key) };
        if (name === 'SecureStorage.internalSetItem') sessionStorage.setItem(key, String(options.data));
        if (name === 'SecureStorage.internalRemoveItem') sessionStorage.removeItem(key);
        return name in answers ? answers[name] : { success: true };
      };
      const methods = {
        App: ['getLaunchUrl', 'minimizeApp'],
        Camera: ['takePhoto', 'chooseFromGallery'],
        Haptics: ['impact'],
        Keyboard: [],
        PushNotifications: ['requestPermissions', 'register'],
        SecureStorage: [
          'internalGetItem',
          'internalSetItem',
          'internalRemoveItem',
          'setSynchronizeKeychain',
          'getPrefixedKeys',
        ],
        Share: ['share'],
        SplashScreen: ['hide'],
        SystemBars: ['setStyle'],
      };
      Object.assign(window, {
        phone,
        Capacitor: {
          isNativePlatform: () => true,
          getPlatform: () => platform,
          PluginHeaders: Object.entries(methods).map(([name, names]) => ({
            name,
            methods: [
              ...names.map((method) => ({ name: method, rtype: 'promise' })),
              { name: 'addListener', rtype: 'callback' },
            ],
          })),
          nativePromise: async (plugin: string, method: string, options: Record<string, unknown> = {}) => {
            phone.calls.push({ plugin, method, options, at: performance.now() });
            const answer = known(`${plugin}.${method}`, options);
            if (typeof answer === 'string') throw Object.assign(new Error(answer), { code: answer });
            return answer;
          },
          nativeCallback: (
            plugin: string,
            _method: string,
            { eventName }: { eventName: string },
            tell: (data: unknown) => void,
          ) => {
            listeners.push({ plugin, event: eventName, tell });
            const waiting = unheard.filter((one) => one.plugin === plugin && one.event === eventName);
            for (const one of waiting) {
              unheard.splice(unheard.indexOf(one), 1);
              tell(one.data);
            }
            return String(listeners.length);
          },
        },
      });
      for (const { plugin, event, data } of events) phone.emit(plugin, event, data);
    },
    [platform, answers, token, events] as const,
  );
}

/** What was asked of a plugin so far. */
export const callsOf = (page: Page, plugin: string, method: string): Promise<PluginCall[]> =>
  page.evaluate(
    ([plugin, method]) =>
      window.phone.calls.filter((call) => call.plugin === plugin && call.method === method),
    [plugin, method] as const,
  );

/** Something happens on the phone. */
export const emit = (page: Page, plugin: string, event: string, data: unknown): Promise<void> =>
  page.evaluate(([plugin, event, data]) => window.phone.emit(plugin, event, data), [
    plugin,
    event,
    data,
  ] as const);
