import { expect, it } from 'vitest';
import { contentTypeOf, shownInPlace } from './content-types.ts';

it('tells the media type of a stored file by its key', () => {
  expect(contentTypeOf('photos/ab/abc_thumb_640.webp')).toBe('image/webp');
  expect(contentTypeOf('videos/ab/abc.ogv')).toBe('video/ogg');
  expect(contentTypeOf('photos/ab/abc.constructor')).toBe('application/octet-stream');
  expect(contentTypeOf('photos/ab/abc')).toBe('application/octet-stream');
});

it('lets browsers show pictures and videos in place, and nothing that can hold a script', () => {
  expect([...shownInPlace].sort()).toEqual([
    'image/gif',
    'image/jpeg',
    'image/png',
    'image/webp',
    'video/mp4',
    'video/ogg',
    'video/quicktime',
    'video/webm',
  ]);
});
