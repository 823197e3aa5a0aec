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
import { sniffImage, unshownKind } from './sniff.ts';

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
    ['WEBP without its container', Buffer.from('ROFF\0\0\0\0WEBPVP8 ', 'latin1')],
    ['AVIF without its box', Buffer.from('\0\0\0\x10fxypavif\0\0\0\0', 'latin1')],
    ['a PDF', Buffer.from('%PDF-1.7 and more of it')],
    ['a TIFF', Buffer.from('II*\0 and more of it.......')],
  ])('%s is no picture', (_, bytes) => {
    expect(sniffImage(bytes)).toBeNull();
  });

  const ftyp = (size: number, ...brands: string[]) => {
    const bytes = Buffer.alloc(32);
    bytes.writeUInt32BE(size);
    bytes.write('ftyp', 4, 'latin1');
    for (const [place, brand] of brands.entries())
      bytes.write(brand, place === 0 ? 8 : 12 + 4 * place, 'latin1');
    return bytes;
  };

  it.each(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'hevm', 'hevs'])(
    '%s is a brand of HEIC',
    (brand) => {
      expect(sniffImage(ftyp(16, brand))).toBe('heic');
      expect(sniffImage(ftyp(24, 'mif1', 'miaf', brand))).toBe('heic');
    },
  );

  it.each(['avif', 'avis'])('%s is a brand of AVIF, which comes before HEIC', (brand) => {
    expect(sniffImage(ftyp(16, brand))).toBe('avif');
    expect(sniffImage(ftyp(24, 'mif1', 'heic', brand))).toBe('avif');
  });

  it('takes no brand from behind its box', () => {
    expect(sniffImage(ftyp(20, 'mif1', 'miaf', 'avif'))).toBeNull();
    expect(sniffImage(ftyp(23, 'mif1', 'miaf', 'avif'))).toBeNull();
  });

  it('knows both GIFs', () => {
    for (const version of ['GIF87a', 'GIF89a']) {
      expect(sniffImage(Buffer.from(`${version}..........`, 'latin1'))).toBe('gif');
    }
    expect(sniffImage(Buffer.from('GIF88a..........', 'latin1'))).toBeNull();
  });
});

describe('a picture that browsers do not show', () => {
  it.each([
    ['TIFF', 'II*\0'],
    ['TIFF', 'MM\0*'],
    ['TIFF', 'II+\0'],
    ['TIFF', 'MM\0+'],
    ['PSD', '8BPS'],
    ['JPEG XL', '\xff\x0a'],
    ['JPEG XL', '\0\0\0\x0cJXL '],
    ['JPEG 2000', '\0\0\0\x0cjP  '],
    ['BMP', 'BMabcd\0\0\0\0'],
  ])('%s is known by %j', (kind, start) => {
    expect(unshownKind(Buffer.from(start.padEnd(16, '.'), 'latin1'))).toBe(kind);
    expect(unshownKind(Buffer.from(start.padEnd(15, '.'), 'latin1'))).toBeNull();
    // Every byte of its start counts.
    for (const place of [...start].keys()) {
      if (kind === 'BMP' && place > 1 && place < 6) continue;
      const bytes = Buffer.from(start.padEnd(16, '.'), 'latin1');
      bytes[place] = 0x7e;
      expect(unshownKind(bytes)).toBeNull();
    }
  });
});
