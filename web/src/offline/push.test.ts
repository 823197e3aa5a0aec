import { describe, expect, it } from 'vitest';
import { takePushes } from './push.ts';

interface Notified {
  readonly body?: string | undefined;
  readonly tag?: string | undefined;
  readonly silent?: boolean | undefined;
  readonly data: unknown;
}

const chrome =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A service worker whose browser takes its time over everything, with what stands on its screen and the page that one looks at. */
function slowWorker(userAgent = chrome, seenPath?: string, openedAt = '/home') {
  const screen: Notified[] = [];
  const later = () => new Promise((resolve) => setTimeout(resolve, 1));
  const page = {
    focused: true,
    url: `https://duet.example${openedAt}`,
    postMessage: (_: object, [port]: [MessagePort]) => seenPath === 'silent' || port.postMessage(seenPath),
  };
  const worker = Object.assign(new EventTarget(), {
    location: new URL('https://duet.example/sw.js'),
    navigator: { userAgent },
    clients: {
      matchAll: () => later().then(() => (seenPath ? [page] : [])),
    },
    registration: {
      getNotifications: async ({ tag }: { tag: string }) => {
        const there = screen.filter((each) => each.tag === tag);
        await later();
        return there;
      },
      showNotification: async (_title: string, options: Notified) => {
        await later();
        const others = screen.filter((each) => each.tag !== options.tag);
        screen.splice(0, screen.length, ...others, options);
      },
    },
  });
  const handled: Promise<unknown>[] = [];
  takePushes(worker as unknown as ServiceWorkerGlobalScope);
  return {
    screen,
    look(path: string) {
      seenPath = path;
    },
    /** Several at once, as a phone gets them that was away; a text that is no JSON throws. */
    async push(...payloads: (object | null)[]) {
      for (const payload of payloads) {
        const event = Object.assign(new Event('push'), {
          data: {
            json() {
              if (!payload) throw new SyntaxError('This is no JSON.');
              return payload;
            },
          },
          waitUntil: (work: Promise<unknown>) => handled.push(work),
        });
        worker.dispatchEvent(event);
      }
      return Promise.allSettled(handled.splice(0));
    },
  };
}

const message = {
  kind: 'message',
  tag: 'message-1',
  lang: 'en',
  title: 'ana',
  body: 'Sent you a message.',
  many: { one: '{count} new message', other: '{count} new messages' },
  url: '/messages?to=1',
  at: 5,
};

describe('pushes that come together', () => {
  it('are each counted', async () => {
    const phone = slowWorker();
    await phone.push(message, message, message);
    expect(phone.screen.map(({ body }) => body)).toEqual(['3 new messages']);
  });

  it('are shown also where one before them cannot be read', async () => {
    const phone = slowWorker();
    const [broken, fine] = await phone.push(null, message);
    expect([broken?.status, fine?.status]).toEqual(['rejected', 'fulfilled']);
    expect(phone.screen.map(({ body }) => body)).toEqual(['Sent you a message.']);
  });
});

describe('a push of what one looks at', () => {
  it.each([
    ['Chrome', chrome],
    ['Firefox', firefox],
  ])('is not shown in %s', async (_browser, userAgent) => {
    const phone = slowWorker(userAgent, message.url);
    await phone.push(message);
    expect(phone.screen).toEqual([]);
  });

  it('is shown without a sound on an iPhone, which would end the subscription after the third that is not', async () => {
    const phone = slowWorker(iPhone, message.url);
    await phone.push(message);
    expect(phone.screen).toMatchObject([{ body: 'Sent you a message.', silent: true }]);
  });

  it('is not counted as new on an iPhone once one looks elsewhere', async () => {
    const phone = slowWorker(iPhone, message.url);
    await phone.push(message, message, message);
    phone.look('/home');
    await phone.push(message);
    expect(phone.screen).toMatchObject([{ body: 'Sent you a message.', silent: false }]);
    await phone.push(message);
    expect(phone.screen).toMatchObject([{ body: '2 new messages', silent: false }]);
  });

  it.each([
    ['elsewhere', '/home', '/home'],
    ['elsewhere by now than where it was opened', '/home', message.url],
    ['one that does not tell where it is', 'silent', message.url],
  ])('is heard on an iPhone where the page is %s', async (_, place, openedAt) => {
    const phone = slowWorker(iPhone, place, openedAt);
    await phone.push(message);
    expect(phone.screen).toMatchObject([{ body: 'Sent you a message.', silent: false }]);
  });
});
