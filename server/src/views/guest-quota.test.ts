import { limits } from '@duet/contract/limits';
import { describe, expect, it } from 'vitest';
import { GuestQuota } from './guest-quota.ts';

const { windowMs, guestsPerAddress } = limits.views;

interface Sight {
  viewer?: string;
  address?: string | null;
  postId?: string;
  at?: number;
}

/** Asks a quota for a guest; what is not said is the same each time. */
const asker =
  (quota: GuestQuota) =>
  ({ viewer = 'guest', address = '192.0.2.1', postId = 'one', at = 0 }: Sight) =>
    quota.allows({ address, formerViewer: null, viewer, postId, at });

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

  it('begins anew where a clock was set back by more than a window', () => {
    const allows = asker(new GuestQuota(1 / guestsPerAddress));
    allows({ at: 2 * windowMs });
    expect(allows({ viewer: 'another', at: windowMs })).toBe(false);
    expect(allows({ viewer: 'another', at: windowMs - 1 })).toBe(true);
  });

  it('is forgotten in the order in which windows began', () => {
    const quota = new GuestQuota(1);
    const allows = asker(quota);
    for (const [postId, at] of [['a', 0] as const, ['b', 10] as const, ['a', 20] as const])
      allows({ postId, at });
    allows({ postId: 'c', at: windowMs + 5 });
    expect(quota.size).toBe(2);
    // A window that begins anew is the newest.
    allows({ postId: 'b', at: windowMs + 10 });
    allows({ postId: 'd', at: 2 * windowMs + 5 });
    expect(quota.size).toBe(2);
  });

  it('does not count whom it is asked to forget', () => {
    const quota = new GuestQuota(1 / guestsPerAddress);
    const undo: (() => void)[] = [];
    quota.allows({ address: '192.0.2.1', formerViewer: null, viewer: 'guest', postId: 'one', at: 0 }, undo);
    const allows = asker(quota);
    expect(allows({ viewer: 'another' })).toBe(false);
    for (const forget of undo) forget();
    expect(allows({ viewer: 'another' })).toBe(true);
  });

  it('is remembered for 50,000 pairs of address and post, the newest', () => {
    const quota = new GuestQuota(1 / guestsPerAddress);
    const allows = asker(quota);
    for (let n = 0; n < 50_000; n += 1) allows({ postId: `post ${n}` });
    expect(quota.size).toBe(50_000);
    allows({ postId: 'one more' });
    expect(quota.size).toBe(50_000);
    expect(allows({ viewer: 'another', postId: 'post 1' })).toBe(false);
    expect(allows({ viewer: 'another', postId: 'post 0' })).toBe(true);
  });

  it('grows with its factor, is one at least, and has no bound where that is 0', () => {
    const counted = (factor: number) => {
      const allows = asker(new GuestQuota(factor));
      let most = 0;
      while (most < 5 * guestsPerAddress && allows({ viewer: `guest ${most}` })) most += 1;
      return most;
    };
    expect([2, 1e-6, 0].map(counted)).toEqual([2 * guestsPerAddress, 1, 5 * guestsPerAddress]);
  });

  it('remembers nothing without a bound, or of a guest whose address is not known', () => {
    const [unbounded, bounded] = [new GuestQuota(0), new GuestQuota(1 / guestsPerAddress)];
    asker(unbounded)({});
    for (const viewer of ['guest', 'another']) expect(asker(bounded)({ viewer, address: null })).toBe(true);
    expect([unbounded.size, bounded.size]).toEqual([0, 0]);
  });
});
