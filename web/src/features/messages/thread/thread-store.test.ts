import { limits } from '@duet/contract/limits';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceStorage } from '../../../device/storage.ts';
import { MessageOutbox } from './outbox.ts';
import { busy, FakeServer, noNetwork } from './test/fake-server.ts';
import { aMessage, messages } from './test/sample.ts';
import { ThreadStore } from './thread-store.ts';

let server: FakeServer;
let failures: number;

const newStore = () =>
  new ThreadStore('dan', {
    api: server,
    outbox: new MessageOutbox('ana'),
    reasonOf: () => 'no',
    loadFailed: (error) => (error as Error).message,
    isOffline: (error) => error === noNetwork,
    isTransient: (error) => error === noNetwork || error === busy,
    onRead: () => undefined,
    onSent: () => undefined,
    onSendFailed: () => {
      failures += 1;
    },
  });
const soon = () => vi.advanceTimersByTimeAsync(0);
const later = () => vi.advanceTimersByTimeAsync(limits.messages.pollMs);
const count = (store: ThreadStore) => store.get().messages.length;
const unsent = (store: ThreadStore) => store.get().unsent.map(({ text, state }) => `${text}:${state}`);

async function opened(stored: number): Promise<ThreadStore> {
  server = new FakeServer(stored);
  const store = newStore();
  store.refresher.show(true);
  await soon();
  return store;
}

describe('a conversation on the device', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    for (const key of deviceStorage.keys('duet.outbox.')) deviceStorage.remove(key);
    failures = 0;
  });
  afterEach(() => vi.useRealTimers());

  it('opens with 25 messages and reads older ones by page [MSG-24, MSG-34]', async () => {
    const store = await opened(60);
    expect(count(store)).toBe(25);
    await store.loadOlder();
    expect(count(store)).toBe(50);
    await store.loadOlder();
    await store.loadOlder();
    expect([count(store), store.get().hasOlder]).toEqual([60, false]);
    expect(server.asked).toEqual(['the end', 36, 11]);
  });

  it('misses no older message, whatever has come since, and asks for none twice', async () => {
    const store = await opened(100);
    server.receive(60);
    await store.loadOlder();
    expect(store.get().messages.at(0)?._id).toBe(aMessage(51)._id);
    await store.loadOlder();
    await store.loadOlder();
    await later();
    expect(store.get().messages).toEqual(messages(1, 160));
    expect(server.asked).toEqual(['the end', 76, 51, 26, 'the end', 136]);
  });

  it('misses no older message where the answer to an old one of its own comes late', async () => {
    server = new FakeServer(100);
    server.stored = server.stored.map((message, index) =>
      index === 20 ? { ...message, clientId: 'x' } : message,
    );
    new MessageOutbox('ana').put({
      clientId: 'x',
      partnerId: 'dan',
      text: 'text 21',
      at: '2026',
      failed: true,
      reason: null,
    });
    const store = newStore();
    store.refresher.show(true);
    await soon();
    store.tryAgain();
    await soon();
    expect([unsent(store), count(store)]).toEqual([[], 25]);
    for (let page = 0; page < 3; page += 1) await store.loadOlder();
    expect(store.get().messages.map(({ _id }) => _id)).toEqual(messages(1, 100).map(({ _id }) => _id));
  });

  it('brings what is new every 15 s, also more than a page of it', async () => {
    const store = await opened(30);
    server.receive(70);
    await later();
    // The last page that it took reaches back to the beginning.
    expect([count(store), store.get().hasOlder]).toEqual([100, false]);
    expect(store.get().messages.at(-1)?._id).toBe(aMessage(100)._id);
    expect(server.asked).toEqual(['the end', 'the end', 76]);
  });

  it('brings all that came in a long absence, and keeps what was loaded before', async () => {
    const store = await opened(30);
    server.receive(1000);
    await later();
    expect([count(store), store.get().hasOlder]).toEqual([1025, true]);
    expect(store.get().messages).toEqual(messages(6, 1030));
    expect(server.asked).toHaveLength(2 + 10);
  });

  it('closes at the next try a gap that could not be closed at the first', async () => {
    const store = await opened(30);
    server.receive(300);
    store.arrived(aMessage(330));
    const { before } = server;
    server.before = async () => {
      throw new Error('no line');
    };
    await later();
    expect([store.get().phase, count(store)]).toEqual(['open', 26]);
    server.before = before;
    await later();
    expect(store.get().messages).toEqual(messages(6, 330));
  });

  it('says why nothing could be loaded, and loads at the next try', async () => {
    server = new FakeServer(3);
    server.line = 'offline';
    const store = newStore();
    store.refresher.show(true);
    await soon();
    expect([store.get().phase, store.get().failure]).toEqual(['failed', 'no line']);
    server.line = 'good';
    store.reload();
    expect(store.get().phase).toBe('loading');
    await vi.advanceTimersByTimeAsync(limits.messages.minRefreshMs);
    expect([store.get().phase, count(store)]).toEqual(['open', 3]);
  });

  it('sends in the order of writing, trimmed, one at a time [MSG-27]', async () => {
    const store = await opened(1);
    for (const text of [' one ', 'two', '  ', 'three']) store.write(text);
    expect(unsent(store)).toEqual(['one:sending', 'two:waiting', 'three:waiting']);
    await soon();
    expect(server.sent).toEqual(['one', 'two', 'three']);
    expect([unsent(store), count(store)]).toEqual([[], 4]);
    expect(new MessageOutbox('ana').all()).toEqual([]);
  });

  it('keeps what failed, and sends it once at the next try [MSG-30]', async () => {
    const store = await opened(1);
    server.line = 'lost';
    store.write('one');
    store.write('two');
    await soon();
    expect([unsent(store), failures]).toEqual([['one:failed', 'two:failed'], 1]);
    server.line = 'good';
    store.tryAgain();
    store.tryAgain();
    await soon();
    expect([unsent(store), server.sent]).toEqual([[], ['one', 'two']]);
    expect(server.requests.map(({ message }) => message)).toEqual(['one', 'one', 'two']);
  });

  it('sends what failed before what is written after it', async () => {
    const store = await opened(1);
    server.line = 'offline';
    store.write('one');
    await soon();
    server.line = 'good';
    store.write('two');
    await soon();
    expect(server.sent).toEqual(['one', 'two']);
  });

  it('survives a reload: sends what was on its way, and lets the person decide on what failed', async () => {
    const store = await opened(1);
    server.line = 'offline';
    store.write('failed');
    await soon();
    store.end();
    server.line = 'good';
    const again = newStore();
    await soon();
    expect([unsent(again), server.sent]).toEqual([['failed:failed'], []]);
    again.tryAgain();
    await soon();
    expect(server.sent).toEqual(['failed']);

    const text = 'on its way';
    new MessageOutbox('ana').put({
      clientId: 'x',
      partnerId: 'dan',
      text,
      at: '2026',
      failed: false,
      reason: null,
    });
    newStore();
    await soon();
    expect(server.sent).toEqual(['failed', 'on its way']);
  });

  it('forgets what is discarded and goes on with the next', async () => {
    const store = await opened(1);
    server.line = 'offline';
    store.write('one');
    store.write('two');
    await soon();
    server.line = 'good';
    store.discard(store.get().unsent[0]?.clientId ?? '');
    store.tryAgain();
    await soon();
    expect([server.sent, new MessageOutbox('ana').all()]).toEqual([['two'], []]);
  });

  it('holds what is written without a network, over a reload, and sends it in order', async () => {
    const store = await opened(1);
    server.line = 'cut';
    for (const text of ['one', 'two']) store.write(text);
    await soon();
    store.write('three');
    await soon();
    expect([unsent(store), failures]).toEqual([['one:held', 'two:held', 'three:held'], 0]);
    store.end();
    const again = newStore();
    await soon();
    expect(unsent(again)).toEqual(['one:held', 'two:held', 'three:held']);
    server.line = 'good';
    await again.resume();
    expect([unsent(again), server.sent]).toEqual([[], ['one', 'two', 'three']]);
  });

  it('goes on holding while a server is busy, and leaves to the person what it refuses, with the reason', async () => {
    const store = await opened(1);
    server.line = 'cut';
    store.write('one');
    await soon();
    server.line = 'busy';
    await store.resume();
    expect([unsent(store), failures]).toEqual([['one:held'], 0]);
    server.line = 'offline';
    await store.resume();
    expect([unsent(store), failures]).toEqual([['one:failed'], 1]);
    const tries = server.requests.length;
    server.line = 'good';
    await store.resume();
    expect(server.requests).toHaveLength(tries);
    expect(newStore().get().unsent[0]).toMatchObject({ state: 'failed', reason: 'no' });
  });

  it('sends in two tabs what was written in both, once and in order, and nothing that one of them discarded', async () => {
    const here = await opened(1);
    const there = newStore();
    server.line = 'cut';
    here.write('one');
    await soon();
    there.write('gone');
    await soon();
    here.write('three');
    await soon();
    there.discard(there.get().unsent[0]?.clientId ?? '');
    server.line = 'good';
    await Promise.all([here.resume(), there.resume()]);
    expect(server.sent).toEqual(['one', 'three']);
    expect([unsent(here), unsent(there), new MessageOutbox('ana').all()]).toEqual([[], [], []]);
  });

  it('does not send what another tab discards while the one before it is under way', async () => {
    const store = await opened(1);
    store.write('one');
    store.write('two');
    new MessageOutbox('ana').remove(store.get().unsent[1]?.clientId ?? '');
    await soon();
    expect([server.sent, unsent(store)]).toEqual([['one'], []]);
  });

  it('loads when the network is back what it could not show without one', async () => {
    server = new FakeServer(3);
    server.line = 'cut';
    const store = newStore();
    store.refresher.show(true);
    await soon();
    expect(store.get().phase).toBe('offline');
    server.line = 'good';
    await later();
    expect([store.get().phase, count(store)]).toEqual(['open', 3]);
  });

  it('sends nothing for somebody who has left', async () => {
    const store = await opened(1);
    store.end();
    store.write('whose?');
    await soon();
    expect(server.sent).toEqual([]);
  });
});
