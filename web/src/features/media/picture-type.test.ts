import { describe, expect, it } from 'vitest';
import { isPicture, isUploadedUnchanged, unshownKind } from './picture-type.ts';

const file = (head: string, type: string, name = 'a') => new File([head], name, { type });

describe('a picked file', () => {
  it('is a picture by its type, or as an iPhone photo by its name [GAL-07]', () => {
    expect(isPicture(file('', 'image/webp'))).toBe(true);
    expect(isPicture(file('', '', 'IMG_1.HEIC'))).toBe(true);
    expect(isPicture(file('', 'text/plain', 'a.png'))).toBe(false);
    expect(isPicture(file('', '', 'a.png'))).toBe(false);
  });

  it.each([
    ['TIFF', 'image/tiff', 'scan'],
    ['TIFF', '', 'scan.TIF'],
    ['BMP', 'image/bmp', 'a.png'],
    ['PSD', 'image/vnd.adobe.photoshop', 'a'],
    [null, 'image/jpeg', 'scan.tif'],
    [null, '', 'a.heic'],
  ])('is said to be %j where it is %j, %j', (kind, type, name) => {
    expect(unshownKind({ type, name })).toBe(kind);
  });

  it.each([
    ['a GIF', file('GIF89a', 'image/gif'), true],
    ['a WebP that moves', file('RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0ANIM', 'image/webp'), true],
    ['a WebP', file('RIFF\0\0\0\0WEBPVP8 ', 'image/webp'), false],
    ['a PNG that moves', file('\x89PNG IHDR acTL IDAT', 'image/png'), true],
    ['a PNG', file('\x89PNG IHDR IDAT', 'image/png'), false],
    ['an iPhone photo', file('', 'image/heic'), true],
    ['a JPEG', file('', 'image/jpeg'), false],
  ])('is compressed unless that would spoil it: %s', async (_, picked, untouched) => {
    expect(await isUploadedUnchanged(picked)).toBe(untouched);
  });
});
