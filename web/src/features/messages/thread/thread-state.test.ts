import { describe, expect, it } from 'vitest';
import { aMessage, messages, partner } from './test/sample.ts';
import {
  initialThreadState,
  isGapBefore,
  type Kept,
  type Newest,
  nextThread,
  nextToSend,
  type ThreadEvent,
  type ThreadState,
} from './thread-state.ts';

const newest = (from: number, to: number, rest: Partial<Newest> = {}): ThreadEvent => ({
  type: 'loaded',
  newest: { partner, messages: messages(from, to), hasOlder: from > 1, ...rest },
});
const written = (clientId: string): ThreadEvent => ({
  type: 'written',
  clientId,
  text: `text of ${clientId}`,
  at: '2026-01-01T00:00:00.000Z',
});
const sent = (clientId: string, n: number): ThreadEvent => ({
  type: 'sent',
  clientId,
  message: aMessage(n, 'ana', { clientId }),
});
const failed = (clientId: string): ThreadEvent => ({ type: 'sendFailed', clientId, reason: 'No.' });
const loadFailed = (offline = false): ThreadEvent => ({ type: 'loadFailed', reason: 'x', offline });
const kept = (names: string, adopts: boolean): ThreadEvent => ({
  type: 'kept',
  adopts,
  kept: names.split(' ').flatMap((name): Kept[] => {
    const [clientId = '', state] = name.split(':');
    if (clientId === '') return [];
    const failed = state === 'failed';
    return [{ clientId, text: `text of ${clientId}`, at: '2026', failed, reason: failed ? 'No.' : null }];
  }),
});
const after = (...events: ThreadEvent[]): ThreadState => events.reduce(nextThread, initialThreadState);

/** `phase older unsent`, such as `open idle a:waiting b:failed`. */
const shape = ({ phase, older, unsent }: ThreadState) =>
  [phase, older, ...unsent.map((one) => `${one.clientId}:${one.state}`)].join(' ');

describe('a thread', () => {
  it.each<[string, ThreadEvent[], string]>([
    ['opens with the newest page', [newest(1, 25)], 'open idle'],
    ['fails where nothing could be loaded', [loadFailed()], 'failed idle'],
    ['says where the reason is that there is no network', [loadFailed(), loadFailed(true)], 'offline idle'],
    ['tries again', [loadFailed(), { type: 'loading' }], 'loading idle'],
    ['stays open when a refresh fails', [newest(1, 2), loadFailed()], 'open idle'],
    ['stays open without a network', [newest(1, 2), loadFailed(true)], 'open idle'],
    [
      'holds all that is unsent where there is no network',
      [written('a'), written('b'), { type: 'sending', clientId: 'a' }, { type: 'held' }],
      'loading idle a:held b:held',
    ],
    [
      'sends what was held when the network is back',
      [written('a'), { type: 'held' }, { type: 'resumed' }],
      'loading idle a:waiting',
    ],
    [
      'leaves what failed to the person, also when the network is back',
      [written('a'), failed('a'), { type: 'resumed' }],
      'loading idle a:failed',
    ],
    ['takes up what the device has kept', [kept('a:failed b', true)], 'loading idle a:failed b:held'],
    [
      'takes up what another tab has written, in the order of writing',
      [written('b'), { type: 'held' }, kept('a b c', true)],
      'loading idle a:held b:held c:held',
    ],
    [
      'leaves to another tab what that one is about to send',
      [written('b'), kept('a b c', false)],
      'loading idle b:waiting',
    ],
    [
      'lets go of what another tab has sent or discarded, but for what is under way here',
      [written('a'), written('b'), { type: 'sending', clientId: 'a' }, kept('', true)],
      'loading idle a:sending',
    ],
    [
      'says what failed in another tab',
      [written('a'), { type: 'held' }, kept('a:failed', false)],
      'loading idle a:failed',
    ],
    ['loads older ones', [newest(26, 50), { type: 'olderLoading' }], 'open loading'],
    [
      'says that older ones failed',
      [newest(26, 50), { type: 'olderLoading' }, { type: 'olderFailed' }],
      'open failed',
    ],
    [
      'shows a message before the server has it [MSG-49]',
      [newest(1, 2), written('a')],
      'open idle a:waiting',
    ],
    [
      'sends one at a time',
      [newest(1, 2), written('a'), written('b'), { type: 'sending', clientId: 'a' }],
      'open idle a:sending b:waiting',
    ],
    [
      'lets go of what was sent',
      [newest(1, 2), written('a'), written('b'), sent('a', 3)],
      'open idle b:waiting',
    ],
    [
      'keeps a failed one, and those behind it, in their order [MSG-30]',
      [newest(1, 2), written('a'), written('b'), failed('a')],
      'open idle a:failed b:failed',
    ],
    [
      'tries all again, in order',
      [newest(1, 2), written('a'), written('b'), failed('a'), { type: 'triedAgain' }],
      'open idle a:waiting b:waiting',
    ],
    [
      'tries again what failed before when something is written behind it',
      [newest(1, 2), written('a'), failed('a'), written('b')],
      'open idle a:waiting b:waiting',
    ],
    [
      'forgets what is discarded',
      [written('a'), written('b'), failed('a'), { type: 'discarded', clientId: 'a' }],
      'loading idle b:failed',
    ],
    [
      'knows its own message when a refresh brings it, whoever has sent it',
      [written('a'), failed('a'), newest(1, 1, { messages: [aMessage(1, 'ana', { clientId: 'a' })] })],
      'open idle',
    ],
  ])('%s', (_, events, expected) => {
    expect(shape(after(...events))).toBe(expected);
  });

  it('sends the first that waits, and nothing past one that failed', () => {
    expect(nextToSend(after(written('a'), written('b')))?.clientId).toBe('a');
    expect(nextToSend(after(written('a'), written('b'), { type: 'sending', clientId: 'a' }))).toBeUndefined();
    expect(nextToSend(after(written('a'), written('b'), failed('a')))).toBeUndefined();
  });

  it('says why a message failed, and forgets it with the next try', () => {
    const state = after(written('a'), failed('a'));
    expect(state.unsent[0]?.reason).toBe('No.');
    expect(nextThread(state, { type: 'triedAgain' }).unsent[0]?.reason).toBeNull();
  });

  it('is the same while the device keeps the same', () => {
    const state = after(written('a'), failed('a'), written('b'), { type: 'held' });
    expect(nextThread(state, kept('a b', true))).toBe(state);
    expect(nextThread(initialThreadState, { type: 'resumed' })).toBe(initialThreadState);
  });

  it('goes on to the beginning, page by page [MSG-24]', () => {
    const open = after(newest(26, 50), { type: 'olderLoading' });
    expect([open.hasOlder, open.messages.length]).toEqual([true, 25]);
    const all = nextThread(open, { type: 'olderLoaded', messages: messages(1, 25), hasOlder: false });
    expect([all.hasOlder, all.messages.length, all.older]).toEqual([false, 50, 'idle']);
    // A refresh of the newest page knows nothing of the beginning.
    expect(nextThread(all, newest(27, 51)).hasOlder).toBe(false);
  });

  it('is the same when a refresh brings nothing', () => {
    const open = after(newest(1, 25));
    expect(nextThread(open, newest(1, 25)).messages).toBe(open.messages);
  });

  it('sees a gap behind what it has, also under a message of its own', () => {
    const open = nextThread(after(newest(1, 25), written('a')), sent('a', 60));
    expect(isGapBefore(open, messages(26, 50))).toBe(true);
    expect(isGapBefore(open, messages(25, 49))).toBe(false);
    expect(isGapBefore(initialThreadState, messages(1, 25))).toBe(false);
  });

  it.each<[string, ThreadEvent]>([
    ['sent', sent('a', 3)],
    ['told', { type: 'arrived', message: aMessage(3) }],
  ])('leaves a message that is %s to the older ones where it is one of them', (_, event) => {
    const open = after(newest(26, 50), written('a'), event);
    expect(open.messages).toEqual(messages(26, 50));
    const begun = after(written('a'), sent('a', 3), newest(26, 50));
    expect([begun.messages, begun.unsent]).toEqual([messages(26, 50), []]);
    const late = after(newest(1, 2), newest(4, 5, { messages: messages(4, 5) }), written('a'), event);
    expect(late.messages.map(({ _id }) => Number(_id))).toEqual([1, 2, 3, 4, 5]);
  });

  it('takes what the server tells, once, and as the answer to what was sent', () => {
    const told = (n: number, clientId?: string): ThreadEvent => ({
      type: 'arrived',
      message: clientId ? aMessage(n, 'ana', { clientId }) : aMessage(n),
    });
    expect(after(told(1)).messages).toEqual([]);
    const open = after(newest(1, 25), written('a'), written('b'), told(26, 'a'), told(26, 'a'));
    expect([open.messages.length, shape(open)]).toEqual([26, 'open idle b:waiting']);
    // The answer got lost, the message did not: nothing has failed.
    expect(nextThread(open, failed('a'))).toBe(open);
    // What was told does not hide that something before it is missing.
    expect(isGapBefore(nextThread(open, told(60)), messages(30, 54))).toBe(true);
  });

  it('shows what the partner has read', () => {
    const own = after(newest(1, 2), sent('a', 3));
    const upTo = (n: number) => ({ upToId: aMessage(n)._id, ids: [aMessage(n)._id], olderThan: null });
    const read = nextThread(own, { type: 'readByPartner', read: upTo(3), at: 'then' });
    expect(read.messages.map(({ read_at }) => read_at)).toEqual([null, null, 'then']);
    expect(nextThread(read, { type: 'readByPartner', read: upTo(3), at: 'later' })).toBe(read);
  });
});
