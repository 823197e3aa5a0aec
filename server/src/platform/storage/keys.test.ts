import { describe, expect, it } from 'vitest';
import { isKey, isSourceKey, isThumbnailKey, mainKeys, newKey, sourceKey, thumbnailKey } from './keys.ts';

describe('keys of the store', () => {
  it('are unguessable, spread over folders, and never the same', () => {
    const keys = Array.from({ length: 200 }, () => newKey('photos', 'jpg'));
    for (const key of keys) expect(key).toMatch(/^photos\/([a-z2-7]{2})\/\1[a-z2-7]{30}\.jpg$/);
    expect(new Set(keys).size).toBe(200);
    expect(new Set(keys.map((key) => key.slice(7, 9))).size).toBeGreaterThan(100);
  });

  it('have their thumbnail beside them, with _thumb before the extension [API-06]', () => {
    const key = newKey('profile', 'webp');
    expect(thumbnailKey(key)).toBe(key.replace('.webp', '_thumb.webp'));
    expect(isThumbnailKey(thumbnailKey(key))).toBe(true);
    expect(isThumbnailKey(key)).toBe(false);
    expect(isKey(thumbnailKey(key))).toBe(true);
  });

  it('have their smaller sizes beside them as WebP, which lead back to them whatever they are', () => {
    for (const extension of ['jpg', 'png', 'gif', 'webp']) {
      const key = newKey('photos', extension);
      const source = sourceKey(key, 640);
      expect(source).toBe(key.replace(`.${extension}`, '_thumb_640.webp'));
      expect([isKey(source), isThumbnailKey(source), isSourceKey(source)]).toEqual([true, true, true]);
      expect(mainKeys(source)).toContain(key);
      expect(mainKeys(thumbnailKey(key))).toEqual([key]);
      expect(mainKeys(key)).toEqual([key]);
      expect([isSourceKey(key), isSourceKey(thumbnailKey(key))]).toEqual([false, false]);
    }
  });

  it.each([
    'photos/ab/ab234567234567234567234567234567_thumb_.webp',
    'photos/ab/ab234567234567234567234567234567_thumb_064.webp',
    'photos/ab/ab234567234567234567234567234567_thumb_640_320.webp',
    '',
    'photos',
    'photos/',
    '../secrets.json',
    'photos/../secrets.json',
    'photos/ab/../../../etc/passwd',
    'photos/ab/cd234567234567234567234567234567.jpg',
    'photos/ab/ab234567234567234567234567234567.jpg/',
    'photos//ab/ab234567234567234567234567234567.jpg',
    'photos/ab/AB234567234567234567234567234567.jpg',
    'photos/ab/ab234567234567234567234567234567.jpg\0',
    'photos/ab/ab234567234567234567234567234567.jpg\n',
    'photos/ab/ab234567234567234567234567234567',
    'other/ab/ab234567234567234567234567234567.jpg',
  ])('%j is none, nor a small size of another', (text) => {
    expect([isKey(text), isThumbnailKey(text), isSourceKey(text)]).toEqual([false, false, false]);
    expect(mainKeys(text)).toEqual([text]);
  });
});
