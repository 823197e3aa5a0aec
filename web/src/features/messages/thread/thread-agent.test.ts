import { limits } from '@duet/contract/limits';
import type { Message } from '@duet/contract/messages/shapes';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceStorage } from '../../../device/storage.ts';
import type { Letter, ThreadPage, Wire } from '../wire.ts';
import { countIn, newestIn } from './chunks.ts';
import { Outbox } from './outbox.ts';
import { aMessage, messages, partner } from './test/sample.ts';
import { ThreadAgent } from './thread-agent.ts';

const noNetwork = new Error('no network');
const busy = new Error('busy');

/**
 * A server that stores each letter once; `cut` is a device without a network, `offline` answers nothing, `lost` stores
 * but answers nothing, `busy` answers that it has no time.
 */
class FakeServer implements Wire {
  stored: Message[];
  line: 'good' | 'cut' | 'offline' | 'lost' | 'busy' = 'good';
  readonly asked: number[] = [];
  readonly letters: Letter[] = [];

  constructor(count: number) {
    this.stored = messages(1, count);
  }

  async page(_: string, page: number): Promise<ThreadPage> {
    this.asked.push(page);
    if (this.line === 'cut') throw noNetwork;
    if (this.line !== 'good') throw new Error('no line');
    const { pageSize } = limits.messages;
    const end = this.stored.length - (page - 1) * pageSize;
    const totalCount = this.stored.length;
    return {
      messages: this.stored.slice(Math.max(0, end - pageSize), Math.max(0, end)),
      partner,
      pagination: { page, limit: pageSize, totalCount, hasMore: page * pageSize < totalCount },
    };
  }

  async send(letter: Letter): Promise<Message> {
    this.letters.push(letter);
    if (this.line === 'cut') throw noNetwork;
    if (this.line === 'busy') throw busy;
    if (this.line === 'offline') throw new Error('no line');
    let message = this.stored.find(({ clientId }) => clientId === letter.clientId);
    if (!message) {
      const { message: text, clientId } = letter;
      message = aMessage(this.stored.length + 1, 'ana', { message: text, clientId });
      this.stored = [...this.stored, message];
    }
    if (this.line === 'lost') throw new Error('no answer');
    return message;
  }

  /** Dan writes so many. */
  receive(count: number): void {
    const from = this.stored.length + 1;
    this.stored = [...this.stored, ...messages(from, from + count - 1)];
  }

  /** What ana sent, as stored. */
  get sent(): string[] {
    return this.stored.filter(({ sender_id }) => sender_id === 'ana').map(({ message }) => message);
  }
}

let server: FakeServer;
let failures: number;

const newAgent = () =>
  new ThreadAgent('dan', {
    wire: server,
    outbox: new Outbox('ana'),
    reasonOf: () => 'no',
    loadFailed: (error) => (error as Error).message,
    isOffline: (error) => error === noNetwork,
    mayPass: (error) => error === noNetwork || error === busy,
    onRead: () => undefined,
    onSent: () => undefined,
    onSendFailed: () => {
      failures += 1;
    },
  });
const soon = () => vi.advanceTimersByTimeAsync(0);
const later = () => vi.advanceTimersByTimeAsync(limits.messages.pollMs);
const count = (agent: ThreadAgent) => countIn(agent.state().chunks);
const unsent = (agent: ThreadAgent) => agent.state().unsent.map(({ text, state }) => `${text}:${state}`);

async function opened(stored: number): Promise<ThreadAgent> {
  server = new FakeServer(stored);
  const agent = newAgent();
  agent.refresher.show(true);
  await soon();
  return agent;
}

describe('a conversation on the device', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    for (const key of deviceStorage.keys('duet.outbox.')) deviceStorage.remove(key);
    failures = 0;
  });
  afterEach(() => vi.useRealTimers());

  it('opens with 25 messages and reads older ones by page [MSG-24, MSG-34]', async () => {
    const agent = await opened(60);
    expect(count(agent)).toBe(25);
    await agent.loadOlder();
    expect(count(agent)).toBe(50);
    await agent.loadOlder();
    await agent.loadOlder();
    expect([count(agent), agent.state().hasOlder]).toEqual([60, false]);
    expect(server.asked).toEqual([1, 2, 3]);
  });

  it('misses no older message when new ones moved the pages', async () => {
    const agent = await opened(100);
    server.receive(60);
    await agent.loadOlder();
    expect(agent.state().chunks.flat().at(0)?._id).toBe(aMessage(61)._id);
    await agent.loadOlder();
    await agent.loadOlder();
    await later();
    expect(agent.state().chunks.flat()).toEqual(messages(11, 160));
  });

  it('brings what is new every 15 s, also more than a page of it', async () => {
    const agent = await opened(30);
    server.receive(70);
    await later();
    expect(count(agent)).toBe(95);
    expect(newestIn(agent.state().chunks)?._id).toBe(aMessage(100)._id);
    expect(server.asked).toEqual([1, 1, 2, 3]);
  });

  it('begins anew after too long an absence', async () => {
    const agent = await opened(30);
    server.receive(1000);
    await later();
    expect([count(agent), agent.state().hasOlder]).toEqual([250, true]);
  });

  it('says why nothing could be loaded, and loads at the next try', async () => {
    server = new FakeServer(3);
    server.line = 'offline';
    const agent = newAgent();
    agent.refresher.show(true);
    await soon();
    expect([agent.state().phase, agent.state().failure]).toEqual(['failed', 'no line']);
    server.line = 'good';
    agent.reload();
    expect(agent.state().phase).toBe('loading');
    await vi.advanceTimersByTimeAsync(limits.messages.minRefreshMs);
    expect([agent.state().phase, count(agent)]).toEqual(['open', 3]);
  });

  it('sends in the order of writing, trimmed, one at a time [MSG-27]', async () => {
    const agent = await opened(1);
    for (const text of [' one ', 'two', '  ', 'three']) agent.write(text);
    expect(unsent(agent)).toEqual(['one:sending', 'two:waiting', 'three:waiting']);
    await soon();
    expect(server.sent).toEqual(['one', 'two', 'three']);
    expect([unsent(agent), count(agent)]).toEqual([[], 4]);
    expect(new Outbox('ana').all()).toEqual([]);
  });

  it('keeps what failed, and sends it once at the next try [MSG-30]', async () => {
    const agent = await opened(1);
    server.line = 'lost';
    agent.write('one');
    agent.write('two');
    await soon();
    expect([unsent(agent), failures]).toEqual([['one:failed', 'two:failed'], 1]);
    server.line = 'good';
    agent.tryAgain();
    agent.tryAgain();
    await soon();
    expect([unsent(agent), server.sent]).toEqual([[], ['one', 'two']]);
    expect(server.letters.map(({ message }) => message)).toEqual(['one', 'one', 'two']);
  });

  it('sends what failed before what is written after it', async () => {
    const agent = await opened(1);
    server.line = 'offline';
    agent.write('one');
    await soon();
    server.line = 'good';
    agent.write('two');
    await soon();
    expect(server.sent).toEqual(['one', 'two']);
  });

  it('survives a reload: sends what was on its way, and lets the person decide on what failed', async () => {
    const agent = await opened(1);
    server.line = 'offline';
    agent.write('failed');
    await soon();
    agent.end();
    server.line = 'good';
    const again = newAgent();
    await soon();
    expect([unsent(again), server.sent]).toEqual([['failed:failed'], []]);
    again.tryAgain();
    await soon();
    expect(server.sent).toEqual(['failed']);

    const text = 'on its way';
    new Outbox('ana').put({ clientId: 'x', partnerId: 'dan', text, at: '2026', failed: false, reason: null });
    newAgent();
    await soon();
    expect(server.sent).toEqual(['failed', 'on its way']);
  });

  it('forgets what is discarded and goes on with the next', async () => {
    const agent = await opened(1);
    server.line = 'offline';
    agent.write('one');
    agent.write('two');
    await soon();
    server.line = 'good';
    agent.discard(agent.state().unsent[0]?.clientId ?? '');
    agent.tryAgain();
    await soon();
    expect([server.sent, new Outbox('ana').all()]).toEqual([['two'], []]);
  });

  it('holds what is written without a network, over a reload, and sends it in order', async () => {
    const agent = await opened(1);
    server.line = 'cut';
    for (const text of ['one', 'two']) agent.write(text);
    await soon();
    agent.write('three');
    await soon();
    expect([unsent(agent), failures]).toEqual([['one:held', 'two:held', 'three:held'], 0]);
    agent.end();
    const again = newAgent();
    await soon();
    expect(unsent(again)).toEqual(['one:held', 'two:held', 'three:held']);
    server.line = 'good';
    await again.resume();
    expect([unsent(again), server.sent]).toEqual([[], ['one', 'two', 'three']]);
  });

  it('goes on holding while a server is busy, and leaves to the person what it refuses, with the reason', async () => {
    const agent = await opened(1);
    server.line = 'cut';
    agent.write('one');
    await soon();
    server.line = 'busy';
    await agent.resume();
    expect([unsent(agent), failures]).toEqual([['one:held'], 0]);
    server.line = 'offline';
    await agent.resume();
    expect([unsent(agent), failures]).toEqual([['one:failed'], 1]);
    const tries = server.letters.length;
    server.line = 'good';
    await agent.resume();
    expect(server.letters).toHaveLength(tries);
    expect(newAgent().state().unsent[0]).toMatchObject({ state: 'failed', reason: 'no' });
  });

  it('sends in two tabs what was written in both, once and in order, and nothing that one of them discarded', async () => {
    const here = await opened(1);
    const there = newAgent();
    server.line = 'cut';
    here.write('one');
    await soon();
    there.write('gone');
    await soon();
    here.write('three');
    await soon();
    there.discard(there.state().unsent[0]?.clientId ?? '');
    server.line = 'good';
    await Promise.all([here.resume(), there.resume()]);
    expect(server.sent).toEqual(['one', 'three']);
    expect([unsent(here), unsent(there), new Outbox('ana').all()]).toEqual([[], [], []]);
  });

  it('does not send what another tab discards while the one before it is under way', async () => {
    const agent = await opened(1);
    agent.write('one');
    agent.write('two');
    new Outbox('ana').remove(agent.state().unsent[1]?.clientId ?? '');
    await soon();
    expect([server.sent, unsent(agent)]).toEqual([['one'], []]);
  });

  it('loads when the network is back what it could not show without one', async () => {
    server = new FakeServer(3);
    server.line = 'cut';
    const agent = newAgent();
    agent.refresher.show(true);
    await soon();
    expect(agent.state().phase).toBe('offline');
    server.line = 'good';
    await later();
    expect([agent.state().phase, count(agent)]).toEqual(['open', 3]);
  });

  it('sends nothing for somebody who has left', async () => {
    const agent = await opened(1);
    agent.end();
    agent.write('whose?');
    await soon();
    expect(server.letters).toEqual([]);
  });
});
