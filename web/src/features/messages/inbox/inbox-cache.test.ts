import type { Conversation } from '@duet/contract/messages/shapes';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryKeys } from '../../../api/query-keys.ts';
import { aMessage, partner } from '../thread/test/sample.ts';
import {
  type Conversations,
  noteNewest,
  noteRead,
  noteUnread,
  partnerIn,
  shareUnread,
  unreadIn,
  withNoted,
  withRead,
} from './inbox-cache.ts';

const row = (partnerId: string, unreadCount: number, second = 0): Conversation => ({
  partnerId,
  partnerUsername: partnerId,
  partnerDisplayName: '',
  partnerProfilePicture: null,
  lastMessage: `from ${partnerId}`,
  lastMessageTime: new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString(),
  unreadCount,
});

let cache: QueryClient;
const rows = () => cache.getQueryData<Conversations>(queryKeys.inbox('ana')) ?? [];
const badge = () => cache.getQueryData(queryKeys.unreadMessages);

describe('the kept inbox', () => {
  beforeEach(() => {
    cache = new QueryClient();
    cache.setQueryData(queryKeys.inbox('ana'), [row('eva', 2, 9), row('dan', 3, 5)]);
  });

  it('sums what waits, for title and header alike [MSG-09]', () => {
    expect(unreadIn(rows())).toBe(5);
    shareUnread(rows(), cache);
    expect(badge()).toBe(5);
  });

  it('lets nothing wait in a thread that is read', () => {
    noteRead('ana', 'dan', cache);
    expect(rows().map(({ unreadCount }) => unreadCount)).toEqual([2, 0]);
    expect(badge()).toBe(2);
    expect(unreadIn(withRead([row('dan', 3), row('eva', 1)], 'dan'))).toBe(1);
    expect(unreadIn(withRead([row('dan', 3)], null))).toBe(3);
  });

  it('brings a thread up with its newest message, also the first one', () => {
    noteNewest('ana', partner, aMessage(30), cache);
    expect(rows()[0]).toMatchObject({ partnerId: 'dan', lastMessage: 'text 30', unreadCount: 3 });
    noteNewest('ana', { ...partner, id: 'ion', username: 'ion' }, aMessage(40), cache);
    expect(rows().map(({ partnerId }) => partnerId)).toEqual(['ion', 'dan', 'eva']);
    noteNewest('ana', partner, aMessage(1), cache);
    expect(rows().map(({ lastMessage }) => lastMessage)).toEqual(['text 40', 'text 30', 'from eva']);
  });

  it('takes the server’s word for what waits, but for a thread that is being read here', () => {
    const waits = (unreadCount: number, partnerId: string, count: number) => ({
      unreadCount,
      conversation: { partnerId, unreadCount: count },
    });
    noteUnread('ana', waits(6, 'dan', 4), false, cache);
    expect([rows().map(({ unreadCount }) => unreadCount), badge()]).toEqual([[2, 4], 6]);
    noteUnread('ana', waits(7, 'dan', 5), true, cache);
    expect([rows().map(({ unreadCount }) => unreadCount), badge()]).toEqual([[2, 0], 2]);
    noteUnread('dan', waits(1, 'ana', 1), false, cache);
    expect(badge()).toBe(1);
    expect(cache.getQueryData(queryKeys.inbox('dan'))).toBeUndefined();
  });

  it('adds to an answer what was noted while it was on its way, also where nothing was loaded before', async () => {
    for (const isLoaded of [true, false]) {
      if (!isLoaded) cache.removeQueries({ queryKey: queryKeys.inbox('ana') });
      const asked = Promise.withResolvers<Conversations>();
      const loaded = withNoted('ana', asked.promise);
      noteNewest('ana', partner, aMessage(30), cache);
      const waits = { unreadCount: 4, conversation: { partnerId: 'dan', unreadCount: 4 } };
      noteUnread('ana', waits, false, cache);
      noteRead('ana', 'eva', cache);
      noteRead('ion', 'dan', cache);
      asked.resolve([row('eva', 2, 9), row('dan', 3, 5)]);
      expect((await loaded).map(({ lastMessage, unreadCount }) => [lastMessage, unreadCount])).toEqual([
        ['text 30', 4],
        ['from eva', 0],
      ]);
    }
    const later = await withNoted('ana', Promise.resolve([row('eva', 2, 9)]));
    expect(later).toEqual([row('eva', 2, 9)]);
    await expect(withNoted('ana', Promise.reject(new Error('No answer')))).rejects.toThrow('No answer');
  });

  it('knows whom its threads are with', () => {
    expect(partnerIn('ana', 'dan', cache)).toEqual({
      id: 'dan',
      username: 'dan',
      displayName: '',
      profilePicture: null,
    });
    expect(partnerIn('ana', 'ion', cache)).toBeUndefined();
  });

  it('invents no inbox where none is loaded', () => {
    noteNewest('dan', partner, aMessage(1), cache);
    noteRead('dan', 'eva', cache);
    expect(cache.getQueryData(queryKeys.inbox('dan'))).toBeUndefined();
    expect(badge()).toBeUndefined();
  });
});
