import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryDir } from '../../../test/temporary-dir.ts';
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
