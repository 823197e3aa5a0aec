import { expect, it } from 'vitest';
import { acceptedVideos, videoFault, videoTypeOf } from './video-type.ts';

it.each([
  ['video/mp4', 'a'],
  ['video/webm', 'a'],
  ['video/ogg', 'a'],
  ['video/quicktime', 'a'],
  ['video/x-msvideo', 'a'],
  ['video/x-ms-wmv', 'a'],
])('takes %s [VID-10, VID-11, VID-12, VID-13, VID-14, VID-15]', (type, name) => {
  expect(videoTypeOf({ type, name })).toBe(type);
  expect(acceptedVideos.split(',')).toContain(type);
});

it.each([
  ['', 'a.AVI', 'video/x-msvideo'],
  ['', 'a.wmv', 'video/x-ms-wmv'],
  ['video/webm;codecs=vp8', 'a', 'video/webm'],
  ['video/x-matroska', 'a.mp4', null],
  ['', 'a.mkv', null],
  ['text/plain', 'a.mp4', null],
])('reads %j of %s as %s [VID-16]', (type, name, read) => {
  expect(videoTypeOf({ type, name })).toBe(read);
});

it('says what is wrong with a file [VID-16, VID-17, VID-18]', () => {
  const file = { name: 'a.mp4', type: 'video/mp4' };
  expect(videoFault({ ...file, size: 0 })).toBe('rules.VIDEO_EMPTY');
  expect(videoFault({ ...file, size: 2_147_483_648 })).toBeNull();
  expect(videoFault({ ...file, size: 2_147_483_649 })).toBe('rules.VIDEO_TOO_LARGE');
  expect(videoFault({ name: 'a.txt', type: 'text/plain', size: 5 })).toBe('rules.VIDEO_TYPE_NOT_ACCEPTED');
});
