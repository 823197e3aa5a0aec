import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushPayload } from '@duet/contract/push/shapes';
import type { CDPSession, Page, Worker } from '@playwright/test';

/** A push service of the test's own: counts what is brought to each device. Reading it is the server's tests' work. */
export async function startPushService() {
  const brought: { path: string; encoding: string | undefined; bytes: number }[] = [];
  const server = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (part: Buffer) => {
      bytes += part.length;
    });
    request.on('end', () => {
      const encoding = request.headers['content-encoding'];
      brought.push({ path: request.url ?? '', encoding, bytes });
      response.writeHead(201).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    brought,
    close: () => server.close(),
  };
}

/**
 * Lets the page's browser subscribe at that service: no browser of a test reaches its maker's, and the Chromium of the
 * tests, which has no screen, lets no page notify.
 */
export function subscribeAt(page: Page, origin: string) {
  return page.addInitScript((at) => {
    let current: object | null = null;
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    };
    const make = (applicationServerKey: ArrayBuffer) => {
      const endpoint = `${at}/device-${crypto.randomUUID()}`;
      return {
        endpoint,
        options: { applicationServerKey, userVisibleOnly: true },
        toJSON: () => ({ endpoint, expirationTime: null, keys }),
        unsubscribe: async () => {
          current = null;
          return true;
        },
      };
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => current,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
        current = make(applicationServerKey.buffer);
        return current;
      },
    });
    let permission = localStorage.getItem('test.permission') ?? 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => {
      permission = 'granted';
      localStorage.setItem('test.permission', permission);
      return permission as NotificationPermission;
    };
  }, origin);
}

interface ShownNotification {
  readonly title: string;
  readonly options: NotificationOptions;
}

/** What a service worker has that the types of a page do not know. */
interface WorkerScope extends EventTarget {
  readonly registration: ServiceWorkerRegistration;
  readonly WindowClient: { readonly prototype: object };
  shown: ShownNotification[];
}

/** The service worker's side of a browser: what its push service and its person do to it. */
export class Notified {
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #registrationId: string;

  private constructor(page: Page, session: CDPSession, registrationId: string) {
    this.#page = page;
    this.#session = session;
    this.#registrationId = registrationId;
  }

  /** Gives the worker a screen in place of the one that the Chromium of the tests does not have. */
  static async of(page: Page): Promise<Notified> {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const session = await page.context().newCDPSession(page);
    const { promise, resolve } = Promise.withResolvers<string>();
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const here = registrations.find(
        ({ scopeURL, isDeleted }) => !isDeleted && page.url().startsWith(scopeURL),
      );
      if (here) resolve(here.registrationId);
    });
    await session.send('ServiceWorker.enable');
    const notified = new Notified(page, session, await promise);
    await notified.#worker.evaluate(() => {
      const scope = self as unknown as WorkerScope;
      scope.shown = [];
      Object.assign(scope.registration, {
        showNotification: async (title: string, options: NotificationOptions) => {
          scope.shown = [
            ...scope.shown.filter((each) => each.options.tag !== options.tag),
            { title, options },
          ];
        },
        getNotifications: async ({ tag }: { tag: string }) =>
          scope.shown.filter((each) => each.options.tag === tag).map(({ options }) => options),
      });
      Object.assign(scope.WindowClient.prototype, { focus: async () => undefined });
    });
    return notified;
  }

  get #worker(): Worker {
    const [worker] = this.#page.context().serviceWorkers();
    if (!worker) throw new Error('no service worker runs');
    return worker;
  }

  /** What the browser hands over once it has decrypted it. */
  async push(payload: PushPayload): Promise<void> {
    const { origin } = new URL(this.#page.url());
    const registrationId = this.#registrationId;
    await this.#session.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify(payload),
    });
  }

  /** Lets every page have the address by which it was opened, as in WebKit, wherever in the app it is by now. */
  async wasOpenedAt(url: string): Promise<void> {
    await this.#worker.evaluate((address) => {
      const { WindowClient } = self as unknown as WorkerScope;
      Object.defineProperty(WindowClient.prototype, 'url', { get: () => address, configurable: true });
    }, url);
  }

  /** What stands on the screen: title, text and language of each. */
  shown(): Promise<(string | undefined)[][]> {
    return this.#worker.evaluate(() =>
      (self as unknown as WorkerScope).shown.map(({ title, options }) => [title, options.body, options.lang]),
    );
  }

  /** Touches the first notification that is there. */
  async touch(): Promise<void> {
    await this.#worker.evaluate(() => {
      const scope = self as unknown as WorkerScope;
      const [first] = scope.shown;
      const close = () => {
        scope.shown = scope.shown.filter((each) => each !== first);
      };
      const notification = { data: first?.options.data, close };
      scope.dispatchEvent(
        Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }),
      );
    });
  }
}

/**
 * Lets a page be one that nobody has asked yet whether it may notify. Chromium without a window refuses always, whatever its
 * settings say.
 */
export const unasked = (page: Page): Promise<unknown> =>
  page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }));
