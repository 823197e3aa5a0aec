import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { openHeic } from './heic.ts';
import { ImageProcess } from './image-process.ts';

const photo = new URL('../../../test/images/phone.heic', import.meta.url);

let images: ImageProcess;
let dir: ReturnType<typeof temporaryDir>;
beforeEach(() => {
  images = new ImageProcess({ timeoutMs: 60_000 });
  dir = temporaryDir();
});
afterEach(async () => {
  await images[Symbol.asyncDispose]();
  dir[Symbol.dispose]();
});

it("decodes an iPhone's HEIC and keeps it as a JPEG without metadata", async () => {
  const image = await images.process(photo.pathname, dir.path, 'photo');
  expect(image).toMatchObject({ extension: 'jpg', contentType: 'image/jpeg', width: 64, height: 48 });
  const head = await sharp(image.file).metadata();
  expect([head.format, head.width, head.height, head.exif, head.xmp]).toEqual([
    'jpeg',
    64,
    48,
    undefined,
    undefined,
  ]);
  // A test card, not one colour: what was decoded are its pixels.
  const { channels } = await sharp(image.file).stats();
  for (const { stdev } of channels) expect(stdev).toBeGreaterThan(30);
}, 60_000);

/** The profile with which a photo is given the colours of Display P3. */
async function p3Profile(): Promise<Buffer> {
  const create = { width: 1, height: 1, channels: 3, background: 'red' } as const;
  const { icc } = await sharp(await sharp({ create }).withIccProfile('p3').png().toBuffer()).metadata();
  return icc ?? Buffer.alloc(0);
}

/** The photo with a colour box among its properties, in front of which its first item's bytes lie so much further back. */
async function photoWith(colour: Buffer): Promise<Buffer> {
  const bytes = await readFile(photo);
  const box = Buffer.concat([Buffer.alloc(4), Buffer.from('colr'), colour]);
  box.writeUInt32BE(box.length);
  const end = (type: string) => bytes.indexOf(type) - 4 + bytes.readUInt32BE(bytes.indexOf(type) - 4);
  const behind = end('ipco');
  const place = Buffer.alloc(4);
  place.writeUInt32BE(end('meta') + 8);
  const iloc = bytes.indexOf(place, bytes.indexOf('iloc'));
  bytes.writeUInt32BE(end('meta') + 8 + box.length, iloc);
  for (const type of ['meta', 'iprp', 'ipco']) {
    const at = bytes.indexOf(type) - 4;
    bytes.writeUInt32BE(bytes.readUInt32BE(at) + box.length, at);
  }
  return Buffer.concat([bytes.subarray(0, behind), box, bytes.subarray(behind)]);
}

/** A PNG with a profile (https://www.w3.org/TR/png-3/#11iCCP) in front of its pixels. */
function withProfile(png: Buffer, profile: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('iCCPp3\0\0', 'latin1'), deflateSync(profile)]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(content.length - 4);
  sum.writeUInt32BE(crc32(content));
  // Behind the signature and the first chunk.
  return Buffer.concat([png.subarray(0, 33), size, content, sum, png.subarray(33)]);
}

const meanDifference = (one: Buffer, other: Buffer): number =>
  one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;

it.each([
  ['its profile', async () => Buffer.concat([Buffer.from('prof'), await p3Profile()])],
  ['numbers', async () => Buffer.from('nclx\0\x0c\0\x0d\0\x06\x80', 'latin1')],
] as const)(
  'keeps the colours of Display P3, told by %s, in which iPhones take photos',
  async (_, colour) => {
    const pixelsOf = async (heic: Buffer) => (await openHeic(heic)).read().raw().toBuffer();
    const numbers = await pixelsOf(await readFile(photo));
    const raw = { width: 64, height: 48, channels: 3 } as const;
    const png = withProfile(await sharp(numbers, { raw }).png().toBuffer(), await p3Profile());
    const expected = await sharp(png).toColourspace('srgb').raw().toBuffer();
    expect(meanDifference(numbers, expected)).toBeGreaterThan(2);
    expect(meanDifference(await pixelsOf(await photoWith(await colour())), expected)).toBeLessThan(0.5);
  },
);

it('keeps the numbers of a photo with another profile', async () => {
  const sRgb = Buffer.from('nclx\0\x01\0\x0d\0\x06\x80', 'latin1');
  const pixelsOf = async (heic: Buffer) => (await openHeic(heic)).read().raw().toBuffer();
  const plain = await pixelsOf(await readFile(photo));
  for (const colour of [sRgb, Buffer.from('prof'), Buffer.from('prof no profile at all, '.repeat(20))]) {
    expect((await pixelsOf(await photoWith(colour))).equals(plain)).toBe(true);
  }
});

it('crops it as a profile photo', async () => {
  const image = await images.process(photo.pathname, dir.path, 'profile');
  expect([image.width, image.height]).toEqual([512, 512]);
}, 60_000);

it('refuses one that is cut off', async () => {
  const bytes = await readFile(photo);
  const file = join(dir.path, 'cut');
  await writeFile(file, bytes.subarray(0, 700));
  await expect(images.process(file, dir.path, 'photo')).rejects.toMatchObject({ code: 'IMAGE_DAMAGED' });
}, 60_000);
