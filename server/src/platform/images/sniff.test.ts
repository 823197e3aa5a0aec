import { describe, expect, it } from 'vitest';
import {
  animation,
  heicHead,
  html,
  phonePhoto,
  stillOf,
  svg,
  transparentPng,
} from '../../../test/pictures.ts';
import { sniffImage } from './sniff.ts';

describe('what a file is', () => {
  it('is said by its first bytes', async () => {
    expect(sniffImage(await phonePhoto())).toBe('jpeg');
    expect(sniffImage(await transparentPng())).toBe('png');
    expect(sniffImage(await animation('gif'))).toBe('gif');
    expect(sniffImage(await stillOf('webp'))).toBe('webp');
    expect(sniffImage(await stillOf('avif'))).toBe('avif');
    expect(sniffImage(heicHead())).toBe('heic');
  });

  it.each([
    ['SVG', svg()],
    ['HTML', html()],
    ['nothing', Buffer.alloc(0)],
    ['three bytes', Buffer.from([0xff, 0xd8, 0xff])],
    ['a video', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')],
    ['a sound', Buffer.from('RIFF\0\0\0\0WAVEfmt \0\0\0\0', 'latin1')],
    ['a PDF', Buffer.from('%PDF-1.7 and more of it')],
    ['a TIFF', Buffer.from('II*\0 and more of it.......')],
  ])('%s is no picture', (_, bytes) => {
    expect(sniffImage(bytes)).toBeNull();
  });
});
