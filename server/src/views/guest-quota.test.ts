import { limits } from '@duet/contract/limits';
import { describe, expect, it } from 'vitest';
import { GuestQuota } from './guest-quota.ts';

const { windowMs, guestsPerAddress } = limits.views;

describe('how many guests of one address count for a post', () => {
  it('is bounded in a window; those who were counted go on, other addresses and posts have their own', () => {
    const quota = new GuestQuota(1);
    const allows = (viewer: string, address = '192.0.2.1', postId = 'one', at = 0) =>
      quota.allows({ address, formerViewer: null, viewer, postId, at });
    for (let n = 0; n < guestsPerAddress; n += 1) expect(allows(`guest ${n}`)).toBe(true);
    expect([allows('another'), allows('guest 0')]).toEqual([false, true]);
    expect([allows('another', '192.0.2.2'), allows('another', '192.0.2.1', 'two')]).toEqual([true, true]);
    expect(allows('another', '192.0.2.1', 'one', windowMs)).toBe(true);
  });

  it('is forgotten when its window is over', () => {
    const quota = new GuestQuota(1);
    for (let n = 0; n < 100; n += 1)
      quota.allows({ address: '192.0.2.1', formerViewer: null, viewer: 'guest', postId: `post ${n}`, at: n });
    expect(quota.size).toBe(100);
    quota.allows({
      address: '192.0.2.1',
      formerViewer: null,
      viewer: 'guest',
      postId: 'later',
      at: windowMs + 49,
    });
    expect(quota.size).toBe(51);
  });
});
