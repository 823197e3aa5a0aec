import { describe, expect, it, vi } from 'vitest';
import { ImagePreload } from './image-preload.ts';

describe('the image preload cache', () => {
  it('holds 3 and gives up the oldest [FEED-51]', () => {
    const cancelled: string[] = [];
    const load = vi.fn((url: string) => ({ cancel: () => cancelled.push(url) }));
    const cache = new ImagePreload(load);
    cache.preload(['a', 'b', 'c', 'd']);
    expect(cache.held).toEqual(['a', 'b', 'c']);
    cache.preload(['b', 'c', 'd']);
    expect(cache.held).toEqual(['b', 'c', 'd']);
    expect(cancelled).toEqual(['a']);
    expect(load.mock.calls.map(([url]) => url)).toEqual(['a', 'b', 'c', 'd']);
  });
});
