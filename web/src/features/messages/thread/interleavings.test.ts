import { limits } from '@duet/contract/limits';
import type { Message } from '@duet/contract/messages/shapes';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deviceStorage } from '../../../device/storage.ts';
import type { Letter, ThreadPage, Wire } from '../wire.ts';
import { Outbox } from './outbox.ts';
import { aMessage, partner } from './test/sample.ts';
import { ThreadAgent } from './thread-agent.ts';

/** How a call ends: it works, never arrives, or arrives and is not answered. */
type Line = 'good' | 'lostBefore' | 'lostAfter';
const slowMs = 40;

/** A server that keeps each letter once and tells all devices that listen. */
class Server {
  readonly stored: Message[] = [];
  readonly listeners = new Set<(message: Message) => void>();

  keep(letter: Letter): Message {
    const known = this.stored.find(({ clientId }) => clientId === letter.clientId);
    if (known) return known;
    const { message: text, clientId } = letter;
    return this.#add(aMessage(this.stored.length + 1, 'ana', { message: text, clientId }));
  }

  /** Dan writes. */
  write(): void {
    this.#add(aMessage(this.stored.length + 1));
  }

  page(page: number): ThreadPage {
    const { pageSize: limit } = limits.messages;
    const end = Math.max(0, this.stored.length - (page - 1) * limit);
    const totalCount = this.stored.length;
    return {
      messages: this.stored.slice(Math.max(0, end - limit), end),
      partner,
      pagination: { page, limit, totalCount, hasMore: page * limit < totalCount },
    };
  }

  #add(message: Message): Message {
    this.stored.push(message);
    for (const tell of this.listeners) tell(message);
    return message;
  }
}

/** One of ana's devices: the app's own agent over a line that breaks, and the stream beside it. */
class Device {
  agent: ThreadAgent;
  line: Line = 'good';
  readonly #server: Server;
  readonly #outbox: Outbox;

  constructor(server: Server, name: string) {
    this.#server = server;
    this.#outbox = new Outbox(name);
    this.agent = this.#open();
    this.listen(true);
  }

  /** Everything is forgotten but what the device has stored. */
  reload(): void {
    this.agent.end();
    this.agent = this.#open();
  }

  listen(on: boolean): void {
    this.#server.listeners[on ? 'add' : 'delete'](this.#tell);
  }

  texts(): string[] {
    return this.agent.state().chunks.flatMap((chunk) => chunk.map(({ message }) => message));
  }

  readonly #tell = (message: Message): void => {
    const { agent } = this;
    setTimeout(() => agent === this.agent && agent.arrived(message), slowMs / 2);
  };

  #open(): ThreadAgent {
    const call = async <T>(work: () => T): Promise<T> => {
      const { line } = this;
      await new Promise((resolve) => setTimeout(resolve, slowMs));
      if (line === 'lostBefore') throw new Error('no line');
      const answer = work();
      await new Promise((resolve) => setTimeout(resolve, slowMs));
      if (line === 'lostAfter') throw new Error('no answer');
      return answer;
    };
    const wire: Wire = {
      page: (_, page) => call(() => this.#server.page(page)),
      send: (letter) => call(() => this.#server.keep(letter)),
    };
    const agent = new ThreadAgent('dan', {
      wire,
      outbox: this.#outbox,
      reasonOf: () => null,
      loadFailed: () => 'failed',
      onRead: () => undefined,
      onSent: () => undefined,
      onSendFailed: () => undefined,
    });
    agent.refresher.show(true);
    return agent;
  }
}

const steps = fc.array(
  fc.record({
    device: fc.nat({ max: 1 }),
    does: fc.constantFrom('write', 'write', 'hear', 'again', 'cut', 'come', 'reload'),
    line: fc.constantFrom<Line>('good', 'good', 'lostBefore', 'lostAfter'),
    waits: fc.nat({ max: 4000 }),
  }),
  { minLength: 1, maxLength: 15 },
);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('whatever breaks in between, two devices lose nothing, double nothing and keep the order', async () => {
  let tries = 0;
  const property = fc.asyncProperty(steps, async (list) => {
    tries += 1;
    const server = new Server();
    const devices = [0, 1].map((n) => new Device(server, `${tries}-${n}`));
    const written: string[][] = [[], []];
    for (const [at, { device: index, does, line, waits }] of list.entries()) {
      const device = devices[index] as Device;
      device.line = line;
      if (does === 'write') {
        device.agent.write(`${index}: ${at}`);
        written[index]?.push(`${index}: ${at}`);
      } else if (does === 'hear') server.write();
      else if (does === 'again') device.agent.tryAgain();
      else if (does === 'reload') device.reload();
      else device.listen(does === 'come');
      await vi.advanceTimersByTimeAsync(waits);
    }
    for (const device of devices) device.line = 'good';
    // Calls that are on their way still end as they began.
    await vi.advanceTimersByTimeAsync(1000);
    for (const device of devices) device.agent.tryAgain();
    await vi.advanceTimersByTimeAsync(2 * limits.messages.pollMs);

    const stored = server.stored.map(({ message }) => message);
    for (const [index, device] of devices.entries()) {
      expect(stored.filter((text) => text.startsWith(`${index}: `))).toEqual(written[index]);
      expect(device.texts()).toEqual(stored);
      expect(device.agent.state().unsent).toEqual([]);
      expect(new Outbox(`${tries}-${index}`).all()).toEqual([]);
      device.agent.end();
      device.listen(false);
    }
  });
  await fc.assert(property, { numRuns: 1000 });
  deviceStorage.remove('duet.outbox.ana');
}, 120_000);
