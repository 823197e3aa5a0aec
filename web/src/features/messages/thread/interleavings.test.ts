import { limits } from '@duet/contract/limits';
import type { Message } from '@duet/contract/messages/shapes';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MessageApi, OutgoingMessage } from '../message-api.ts';
import { MessageOutbox } from './outbox.ts';
import { aMessage, pageOf } from './test/sample.ts';
import { ThreadStore } from './thread-store.ts';

/** How a call ends: it works, never arrives, arrives and is not answered, or finds no network. */
type Line = 'good' | 'lostBefore' | 'lostAfter' | 'cut';
const noNetwork = new Error('no network');
const slowMs = 40;

/** A server that keeps each outgoing once and tells all devices that listen. */
class Server {
  readonly stored: Message[] = [];
  readonly listeners = new Set<(message: Message) => void>();

  keep(outgoing: OutgoingMessage): Message {
    const known = this.stored.find(({ clientId }) => clientId === outgoing.clientId);
    if (known) return known;
    const { message: text, clientId } = outgoing;
    return this.#add(aMessage(this.stored.length + 1, 'ana', { message: text, clientId }));
  }

  /** Dan writes. */
  write(): void {
    this.#add(aMessage(this.stored.length + 1));
  }

  #add(message: Message): Message {
    this.stored.push(message);
    for (const tell of this.listeners) tell(message);
    return message;
  }
}

/** A tab on one of ana's devices: the app's own store over a line that breaks, and the stream beside it. */
class Tab {
  store: ThreadStore;
  line: Line = 'good';
  readonly #server: Server;
  readonly #outbox: MessageOutbox;

  constructor(server: Server, name: string) {
    this.#server = server;
    this.#outbox = new MessageOutbox(name);
    this.store = this.#open();
    this.listen(true);
  }

  /** Everything is forgotten but what the device has stored. */
  reload(): void {
    this.store.end();
    this.store = this.#open();
  }

  listen(on: boolean): void {
    this.#server.listeners[on ? 'add' : 'delete'](this.#emit);
  }

  texts(): string[] {
    return this.store.get().messages.map(({ message }) => message);
  }

  readonly #emit = (message: Message): void => {
    const { store } = this;
    setTimeout(() => store === this.store && store.arrived(message), slowMs / 2);
  };

  #open(): ThreadStore {
    const call = async <T>(work: () => T): Promise<T> => {
      const { line } = this;
      await new Promise((resolve) => setTimeout(resolve, slowMs));
      if (line === 'cut') throw noNetwork;
      if (line === 'lostBefore') throw new Error('no line');
      const answer = work();
      await new Promise((resolve) => setTimeout(resolve, slowMs));
      if (line === 'lostAfter') throw new Error('no answer');
      return answer;
    };
    const api: MessageApi = {
      newest: () =>
        call(() => pageOf(this.#server.stored, this.#server.stored.length, limits.messages.pageSize)),
      before: (_, messageId, limit) =>
        call(() => {
          const { stored } = this.#server;
          return pageOf(
            stored,
            stored.findIndex(({ _id }) => _id === messageId),
            limit,
          );
        }),
      send: (outgoing) => call(() => this.#server.keep(outgoing)),
    };
    const store = new ThreadStore('dan', {
      api,
      outbox: this.#outbox,
      reasonOf: () => null,
      loadFailed: () => 'failed',
      isOffline: (error) => error === noNetwork,
      isTransient: (error) => error === noNetwork,
      onRead: () => undefined,
      onSent: () => undefined,
      onSendFailed: () => undefined,
    });
    store.refresher.show(true);
    return store;
  }
}

/** On which device each tab is. */
const deviceOf = [0, 0, 1] as const;

const steps = fc.array(
  fc.record({
    tab: fc.nat({ max: deviceOf.length - 1 }),
    does: fc.constantFrom('write', 'write', 'hear', 'again', 'resume', 'follow', 'cut', 'come', 'reload'),
    line: fc.constantFrom<Line>('good', 'good', 'lostBefore', 'lostAfter', 'cut'),
    waits: fc.nat({ max: 4000 }),
  }),
  { minLength: 1, maxLength: 15 },
);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('whatever breaks in between, three tabs on two devices lose nothing, double nothing and keep the order', async () => {
  let tries = 0;
  const property = fc.asyncProperty(steps, async (list) => {
    tries += 1;
    const server = new Server();
    const tabs = deviceOf.map((device) => new Tab(server, `${tries}-${device}`));
    const written = tabs.map((): string[] => []);
    for (const [at, { tab: index, does, line, waits }] of list.entries()) {
      const tab = tabs[index] as Tab;
      tab.line = line;
      if (does === 'write') {
        tab.store.write(`${index}: ${at}`);
        written[index]?.push(`${index}: ${at}`);
      } else if (does === 'hear') server.write();
      else if (does === 'again') tab.store.tryAgain();
      else if (does === 'resume') void tab.store.resume();
      else if (does === 'follow') tab.store.followOtherTab();
      else if (does === 'reload') tab.reload();
      else tab.listen(does === 'come');
      await vi.advanceTimersByTimeAsync(waits);
    }
    for (const tab of tabs) tab.line = 'good';
    // Calls that are on their way still end as they began.
    await vi.advanceTimersByTimeAsync(1000);
    for (const { store } of tabs) {
      store.tryAgain();
      void store.resume();
    }
    await vi.advanceTimersByTimeAsync(2 * limits.messages.pollMs);

    const stored = server.stored.map(({ message }) => message);
    expect(new Set(stored.filter((text) => text.includes(': '))).size).toBe(written.flat().length);
    for (const [index, tab] of tabs.entries()) {
      expect(stored.filter((text) => text.startsWith(`${index}: `))).toEqual(written[index]);
      expect(tab.texts()).toEqual(stored);
      expect(tab.store.get().unsent).toEqual([]);
      expect(new MessageOutbox(`${tries}-${deviceOf[index]}`).all()).toEqual([]);
      tab.store.end();
      tab.listen(false);
    }
  });
  await fc.assert(property, { numRuns: 1000 });
}, 120_000);
