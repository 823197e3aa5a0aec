import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@duet/contract/limits';
import sharp from 'sharp';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  animation,
  heicHead,
  html,
  phonePhoto,
  pngBomb,
  stillOf,
  svg,
  transparentPng,
} from '../../../test/pictures.ts';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { ImageProcess } from './image-process.ts';
import type { Recipe } from './images.ts';
import { processorMs } from './processor-time.ts';

const images = new ImageProcess();
let dir: ReturnType<typeof temporaryDir>;

beforeEach(() => {
  dir = temporaryDir();
});
afterEach(() => dir[Symbol.dispose]());
afterAll(() => images[Symbol.asyncDispose]());

async function processed(bytes: Buffer, recipe: Recipe = 'photo', by = images) {
  const source = join(dir.path, 'source');
  await writeFile(source, bytes);
  const image = await by.process(source, dir.path, recipe);
  const [file, thumbnail] = [await readFile(image.file), await readFile(image.thumbnailFile)];
  const head = await sharp(file, { animated: true }).metadata();
  const small = await sharp(thumbnail, { animated: true }).metadata();
  return { ...image, file, thumbnail, head, small };
}

describe('a picture that is taken', () => {
  it('stands upright and says nothing of where and with what it was taken', async () => {
    const photo = await phonePhoto(1500, 900);
    expect(photo.includes('Exif')).toBe(true);
    const image = await processed(photo);
    expect([image.width, image.height]).toEqual([900, 1500]);
    expect([image.head.width, image.head.height]).toEqual([900, 1500]);
    expect([image.small.width, image.small.height]).toEqual([384, limits.image.thumbnailSidePx]);
    for (const { file } of [image, { file: image.thumbnail }]) {
      expect(file.includes('Exif')).toBe(false);
      expect(file.includes('Phone of somebody')).toBe(false);
      const { exif, xmp, iptc, icc, orientation, space } = await sharp(file).metadata();
      expect([exif, xmp, iptc, icc, orientation, space]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
        'srgb',
      ]);
    }
  });

  it.each([
    [320, []],
    [321, [320, 321]],
    [640, [320, 640]],
    [1000, [320, 640, 1000]],
    [1280, [320, 640, 1280]],
    [2000, [320, 640, 1280]],
  ])('of %i px comes in smaller sizes as WebP, upright and without metadata: %j', async (width, widths) => {
    const { sources = [] } = await processed(await phonePhoto(200, width));
    expect(sources.map((source) => source.width)).toEqual(widths);
    for (const source of sources) {
      const head = await sharp(await readFile(source.file)).metadata();
      expect([head.format, head.width, head.height]).toEqual([
        'webp',
        source.width,
        Math.round(200 * (source.width / width)),
      ]);
      expect([head.exif, head.xmp, head.icc, head.orientation]).toEqual(Array(4).fill(undefined));
    }
  });

  it('keeps in its smaller sizes what can be seen through, and has none where it moves', async () => {
    const { sources = [] } = await processed(await transparentPng(400, 300));
    const [, , , alpha] = await sharp(await readFile(sources[0]?.file ?? ''))
      .ensureAlpha()
      .raw()
      .toBuffer();
    expect(alpha).toBe(128);
    const moving = await processed(await animation('gif', { frames: 3, width: 700, height: 20 }));
    expect(moving.sources).toEqual([]);
    const avatar = await processed(await phonePhoto(900, 900), 'profile');
    expect(avatar.sources).toEqual([]);
  });

  it('has a tiny placeholder', async () => {
    const { placeholder } = await processed(await phonePhoto(600, 300));
    expect(placeholder).toMatch(/^data:image\/webp;base64,[\w+/]+=*$/);
    expect(placeholder.length).toBeLessThan(600);
    const { width, height } = await sharp(Buffer.from(placeholder.split(',')[1] ?? '', 'base64')).metadata();
    expect([width, height]).toEqual([8, 16]);
  });

  it('keeps its kind, and what can be seen through', async () => {
    const png = await processed(await transparentPng());
    expect([png.extension, png.head.format, png.contentType]).toEqual(['png', 'png', 'image/png']);
    const [, , , alpha] = await sharp(png.file).raw().toBuffer();
    expect(alpha).toBe(128);
    const jpeg = await processed(await phonePhoto());
    expect([jpeg.extension, jpeg.head.format]).toEqual(['jpg', 'jpeg']);
    const webp = await processed(await stillOf('webp'));
    expect([webp.extension, webp.head.format]).toEqual(['webp', 'webp']);
    const avif = await processed(await stillOf('avif'));
    expect([avif.extension, avif.head.format, avif.contentType]).toEqual(['webp', 'webp', 'image/webp']);
  });

  it.each(['gif', 'webp'] as const)('stays animated: %s', async (format) => {
    const image = await processed(await animation(format, { frames: 6, width: 700, height: 500 }));
    expect(image.head).toMatchObject({ format, pages: 6, width: 700, pageHeight: 500, loop: 0 });
    expect(image.small).toMatchObject({ format, pages: 6, width: 640, pageHeight: 457 });
    expect([image.width, image.height]).toEqual([700, 500]);
  });

  it('moves on as WebP where its GIF would take too long', async () => {
    const image = await processed(await animation('gif', { frames: 60, width: 500, height: 500 }));
    expect(image.head).toMatchObject({ format: 'webp', pages: 60 });
  });

  it('becomes sRGB from the colours of print', async () => {
    const cmyk = await sharp(await phonePhoto())
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer();
    const { head } = await processed(cmyk);
    expect(head).toMatchObject({ space: 'srgb', channels: 3 });
  });

  it('loses what was hidden behind its end', async () => {
    const polyglot = Buffer.concat([await phonePhoto(), html()]);
    const { file } = await processed(polyglot);
    expect(file.includes('script')).toBe(false);
  });

  it('is cut to a square as a profile photo, and stands still', async () => {
    const image = await processed(await phonePhoto(1500, 900), 'profile');
    expect([image.width, image.height, image.head.width, image.head.height]).toEqual([512, 512, 512, 512]);
    expect(image.small).toMatchObject({ width: 160, height: 160, format: 'jpeg' });
    const moving = await processed(await animation('gif'), 'profile');
    expect(moving.head).toMatchObject({ format: 'gif', width: 512 });
    expect(moving.head.pages ?? 1).toBe(1);
  });
});

describe('a picture that is refused', () => {
  const refused = async (bytes: Buffer, code: string) =>
    expect(processed(bytes)).rejects.toMatchObject({ code });

  it('is none: SVG, HTML, text, nothing', async () => {
    const none = [svg(), html(), Buffer.from('hello'), Buffer.alloc(0)];
    for (const bytes of none) await refused(bytes, 'NOT_AN_IMAGE');
  });

  it('is one that browsers do not show: TIFF, and says so', async () => {
    await expect(processed(await stillOf('tiff'))).rejects.toMatchObject({
      code: 'IMAGE_TYPE_NOT_ACCEPTED',
      details: { values: { kind: 'TIFF' } },
    });
  });

  it('cannot be read: HEIC', () => refused(heicHead(), 'IMAGE_DAMAGED'));

  it('is damaged: cut off, or a head without a body', async () => {
    const [photo, png, gif] = [await phonePhoto(900, 900), await transparentPng(), await animation('gif')];
    await refused(photo.subarray(0, photo.length / 2), 'IMAGE_DAMAGED');
    await refused(png.subarray(0, 60), 'IMAGE_DAMAGED');
    await refused(gif.subarray(0, 30), 'IMAGE_DAMAGED');
    await refused(Buffer.concat([photo.subarray(0, 4), Buffer.alloc(500)]), 'IMAGE_DAMAGED');
  });

  it('is too much: a decompression bomb, in under a second', async () => {
    const bomb = pngBomb();
    expect(bomb.length).toBeLessThan(200_000);
    await processed(await transparentPng());
    const start = performance.now();
    await refused(bomb, 'IMAGE_TOO_COMPLEX');
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('is too much: too long a side, too many frames', async () => {
    const long = sharp({ create: { width: 16_384, height: 2, channels: 3, background: 'red' } });
    await refused(await long.png().toBuffer(), 'IMAGE_TOO_COMPLEX');
    const fits = sharp({ create: { width: 16_383, height: 2, channels: 3, background: 'red' } });
    expect((await processed(await fits.png().toBuffer())).width).toBe(16_383);
    await refused(await animation('gif', { frames: 201, width: 8, height: 8 }), 'IMAGE_TOO_COMPLEX');
    const most = await processed(await animation('gif', { frames: 200, width: 8, height: 8 }));
    expect(most.head.pages).toBe(200);
  });
});

describe('the image process', () => {
  it('refuses what its queue cannot hold, and does all that it took', async () => {
    await using busy = new ImageProcess({ queue: 2 });
    const source = join(dir.path, 'many');
    await writeFile(source, await phonePhoto());
    const asked = Array.from({ length: 5 }, () => busy.process(source, dir.path, 'photo'));
    const ends = await Promise.allSettled(asked);
    expect(ends.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect(ends[4]).toMatchObject({ reason: { code: 'OVERLOADED' } });
    await expect(busy.process(source, dir.path, 'photo')).resolves.toMatchObject({ width: 80 });
  });

  it('is killed over a picture that takes too long, and is there again for the next', async () => {
    let worked = 0;
    const busy = () => (worked += 1000);
    await using hasty = new ImageProcess({ timeoutMs: 1, processorMs: busy });
    await expect(processed(await phonePhoto(), 'photo', hasty)).rejects.toMatchObject({
      code: 'IMAGE_TOO_COMPLEX',
    });
    await expect(processed(await phonePhoto(), 'photo', hasty)).rejects.toMatchObject({
      code: 'IMAGE_TOO_COMPLEX',
    });
    await expect(processed(await phonePhoto())).resolves.toMatchObject({ width: 80 });
  });

  it('says that the site is busy where the machine had no time for a picture', async () => {
    await using starved = new ImageProcess({ timeoutMs: 1, processorMs: () => 40 });
    await expect(processed(await phonePhoto(), 'photo', starved)).rejects.toMatchObject({
      code: 'OVERLOADED',
    });
  });

  it.runIf(process.platform === 'linux')('knows how long a process has worked', () => {
    const before = processorMs(process.pid) ?? Number.NaN;
    const until = process.cpuUsage().user + 100_000;
    while (process.cpuUsage().user < until);
    expect((processorMs(process.pid) ?? 0) - before).toBeGreaterThanOrEqual(80);
    expect(processorMs(2 ** 30)).toBeNull();
  });

  it('gives up a picture that needs too much memory', async () => {
    await using small = new ImageProcess({ memoryLimitBytes: 1024 ** 2 });
    await expect(processed(await phonePhoto(2500, 2500), 'photo', small)).rejects.toMatchObject({
      code: 'IMAGE_TOO_COMPLEX',
    });
  });

  it('ends when there is no work, and starts anew', async () => {
    await using resting = new ImageProcess({ idleMs: 1 });
    expect(resting.running).toBe(false);
    for (let round = 0; round < 2; round++) {
      await expect(processed(await phonePhoto(), 'photo', resting)).resolves.toMatchObject({ width: 80 });
      await vi.waitUntil(() => !resting.running);
    }
  });

  it('tells a fault of the machine from one of the picture', async () => {
    await expect(images.process(join(dir.path, 'none'), dir.path, 'photo')).rejects.toThrow('ENOENT');
  });

  it('takes nothing any more once it is disposed', async () => {
    const closed = new ImageProcess();
    const asked = processed(await phonePhoto(2000, 2000), 'photo', closed);
    await closed[Symbol.asyncDispose]();
    await expect(asked).rejects.toMatchObject({ code: 'STOPPING' });
    await expect(processed(await phonePhoto(), 'photo', closed)).rejects.toMatchObject({ code: 'STOPPING' });
  });
});
