import { videoTypes } from '@duet/contract/uploads/shapes';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { setLanguage, withAllTexts } from '../../../i18n/language.ts';
import { acceptAttribute, namesOf, videoFault, videoTypeOf } from './video-type.ts';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await withAllTexts(setLanguage('en'));
});
afterAll(() => void vi.unstubAllGlobals());

it.each([
  ['video/mp4', 'a'],
  ['video/webm', 'a'],
  ['video/ogg', 'a'],
  ['video/quicktime', 'a'],
  ['video/x-msvideo', 'a'],
  ['video/x-ms-wmv', 'a'],
])('takes %s [VID-10, VID-11, VID-12, VID-13, VID-14, VID-15]', (type, name) => {
  expect(videoTypeOf({ type, name })).toBe(type);
  expect(acceptAttribute(videoTypes).split(',')).toContain(type);
});

it.each([
  ['', 'a.AVI', 'video/x-msvideo'],
  ['', 'a.wmv', 'video/x-ms-wmv'],
  ['video/webm;codecs=vp8', 'a', 'video/webm'],
  ['video/avi', 'a', 'video/x-msvideo'],
  ['video/msvideo', 'a', 'video/x-msvideo'],
  ['application/octet-stream', 'a.avi', 'video/x-msvideo'],
  ['application/octet-stream', 'a.mkv', null],
  ['video/x-matroska', 'a.mp4', null],
  ['', 'a.mkv', null],
  ['text/plain', 'a.mp4', null],
])('reads %j of %s as %s [VID-16]', (type, name, read) => {
  expect(videoTypeOf({ type, name })).toBe(read);
});

it('says what is wrong with a file [VID-16, VID-17, VID-18]', () => {
  const file = { name: 'a.mp4', type: 'video/mp4' };
  expect(videoFault({ ...file, size: 0 })).toBe('This file is empty.');
  expect(videoFault({ ...file, size: 2_147_483_648 })).toBeNull();
  expect(videoFault({ ...file, size: 2_147_483_649 })).toContain('2GB');
  expect(videoFault({ name: 'a.txt', type: 'text/plain', size: 5 })).toContain('Only MP4');
});

it('names and refuses by what the site takes', () => {
  const played = ['video/mp4', 'video/webm', 'video/quicktime'] as const;
  expect(acceptAttribute(played)).toBe('video/mp4,.mp4,video/webm,.webm,video/quicktime,.mov,.qt');
  expect(namesOf(played, 'en')).toBe('MP4, WebM or MOV');
  expect(namesOf(played, 'ro')).toBe('MP4, WebM sau MOV');
  const avi = { name: 'a.avi', type: '', size: 5 };
  expect(videoFault(avi, played)).toContain('(AVI)');
  expect(videoFault(avi)).toBeNull();
});
