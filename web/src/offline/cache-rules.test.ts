import { describe, expect, it } from 'vitest';
import { excess, isAsset, isShellPath } from './cache-rules.ts';

const at = (pathname: string) => ({ pathname });

describe('what opens offline', () => {
  it.each([
    ['/assets/app-x.js', true],
    ['/favicon.svg', false],
    ['/api/assets/x', false],
  ])('keeps the file %s: %s', (pathname, kept) => expect(isAsset(at(pathname))).toBe(kept));
  it.each([
    ['/', true],
    ['/home', true],
    ['/post/01a1f9f1', true],
    ['/api/posts', false],
    ['/media/photos/a', false],
    ['/cleanup/media-cleanup/stats', false],
    ['/healthz', false],
    ['/manifest.webmanifest', false],
  ])('answers %s with the page: %s', (pathname, answered) =>
    expect(isShellPath(at(pathname))).toBe(answered),
  );
  it('forgets the oldest files over the limit', () => {
    const files = Array.from({ length: 203 }, (_, index) => index);
    expect(excess(files)).toEqual([0, 1, 2]);
    expect(excess([1, 2])).toEqual([]);
    expect(excess(files, (file) => file === 1)).toEqual([0, 2, 3]);
  });
});
