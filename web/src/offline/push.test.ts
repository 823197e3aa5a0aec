import { describe, expect, it } from 'vitest';
import { takePushes } from './push.ts';

interface Notified {
  readonly body?: string | undefined;
  readonly tag?: string | undefined;
  readonly data: unknown;
}

/** A service worker whose browser takes its time over everything, with what stands on its screen. */
function slowWorker() {
  const screen: Notified[] = [];
  const later = () => new Promise((resolve) => setTimeout(resolve, 1));
  const worker = Object.assign(new EventTarget(), {
    location: new URL('https://duet.example/sw.js'),
    clients: { matchAll: () => later().then(() => []) },
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
