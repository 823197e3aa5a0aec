import { describe, expect, it, vi } from 'vitest';
import { hasThumbnail } from './thumbnail.ts';

describe('thumbnails', () => {
  it('are asked for once per address [API-07]', async () => {
    const head = vi.fn(async () => false);
    expect(await Promise.all([hasThumbnail('/once', head), hasThumbnail('/once', head)])).toEqual([
      false,
      false,
    ]);
    expect(head).toHaveBeenCalledTimes(1);
  });

  it('count as there while nobody answers, and are asked for again', async () => {
    const head = vi.fn(() => Promise.reject(new TypeError('offline')));
    expect(await hasThumbnail('/again', head)).toBe(true);
    expect(await hasThumbnail('/again', head)).toBe(true);
    expect(head).toHaveBeenCalledTimes(2);
  });
});
