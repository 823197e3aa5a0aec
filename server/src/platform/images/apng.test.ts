import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { pngChunk } from '../../../test/hostile/pictures.ts';
import { temporaryDir } from '../../../test/temporary-dir.ts';
import { ImageProcess } from './image-process.ts';

const images = new ImageProcess();
const dir = temporaryDir();
afterAll(async () => {
  await images[Symbol.asyncDispose]();
  dir[Symbol.dispose]();
});

interface Frame {
  readonly color: string;
  readonly at?: readonly [x: number, y: number, width: number, height: number];
  readonly dispose?: 0 | 1 | 2;
  readonly blend?: 0 | 1;
}

const [side, delayMs] = [40, 120];
const words = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};

function dataOf(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(data);
  }
  return Buffer.concat(parts);
}

/** An animated PNG as programs write it: the first frame is the picture for those that show one only. */
async function apng(frames: readonly Frame[], said = frames.length): Promise<Buffer> {
  const head = Buffer.concat([words(side, side), Buffer.from([8, 6, 0, 0, 0])]);
  const chunks = [pngChunk('IHDR', head), pngChunk('acTL', words(said, 3))];
  let number = 0;
  for (const [index, { color, at = [0, 0, side, side], dispose = 0, blend = 0 }] of frames.entries()) {
    const [x, y, width, height] = at;
    const delay = Buffer.from([0, delayMs / 10, 0, 100, dispose, blend]);
    chunks.push(pngChunk('fcTL', Buffer.concat([words(number, width, height, x, y), delay])));
    number += 1;
    const create = { width, height, channels: 4, background: color } as const;
    const data = dataOf(await sharp({ create }).png().toBuffer());
    chunks.push(
      index === 0 ? pngChunk('IDAT', data) : pngChunk('fdAT', Buffer.concat([words(number), data])),
    );
    if (index > 0) number += 1;
  }
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...chunks,
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

async function taken(bytes: Buffer) {
  const source = join(dir.path, 'source');
  await writeFile(source, bytes);
  const image = await images.process(source, dir.path, 'photo');
  return { image, bytes: await readFile(image.file) };
}

/** The colour of a pixel in a frame, as an array of red, green, blue and opacity, coarse. */
async function pixel(bytes: Buffer, page: number, x: number, y: number): Promise<number[]> {
  const still = sharp(bytes, { page }).ensureAlpha().extract({ left: x, top: y, width: 1, height: 1 });
  return [...(await still.raw().toBuffer())].map((value) => Math.round(value / 64));
}
const [red, green, blue, clear] = [[4, 0, 0, 4], [0, 4, 0, 4], [0, 0, 4, 4], 0];

describe('an animated PNG', () => {
  it('stays animated, as WebP, at its pace', async () => {
    const { image, bytes } = await taken(
      await apng([{ color: '#f00' }, { color: '#0f0' }, { color: '#00f' }]),
    );
    expect([image.extension, image.contentType, image.width, image.height]).toEqual([
      'webp',
      'image/webp',
      side,
      side,
    ]);
    const head = await sharp(bytes).metadata();
    expect([head.pages, head.loop, head.delay]).toEqual([3, 3, [delayMs, delayMs, delayMs]]);
    for (const [page, color] of [red, green, blue].entries()) {
      expect(await pixel(bytes, page, 20, 20)).toEqual(color);
    }
  });

  it('is drawn as it says: parts of a frame, over or in place of the one before, which stays or goes', async () => {
    const half = [20, 0, 20, side] as const;
    const { bytes } = await taken(
      await apng([
        { color: '#f00' },
        { color: '#0f0', at: half, dispose: 2 },
        { color: '#00f', at: [0, 0, 10, side], dispose: 1 },
        { color: '#00000000', at: half, blend: 1 },
        { color: '#00000000', at: half, blend: 0 },
      ]),
    );
    const seen = async (page: number) => [await pixel(bytes, page, 5, 9), await pixel(bytes, page, 30, 9)];
    expect(await seen(0)).toEqual([red, red]);
    expect(await seen(1)).toEqual([red, green]);
    expect(await seen(2)).toEqual([blue, red]);
    const [gone, stayed] = await seen(3);
    expect([gone?.[3], stayed]).toEqual([clear, red]);
    expect((await seen(4))[1]?.[3]).toBe(clear);
  });

  it('with one frame is a picture', async () => {
    const { image } = await taken(await apng([{ color: '#f00' }]));
    expect([image.extension, image.width]).toEqual(['png', side]);
  });

  it('is refused with too many frames, a frame outside of it, or where it is cut short', async () => {
    const many = Array.from({ length: 201 }, () => ({ color: '#f00', at: [0, 0, 1, 1] as const }));
    await expect(taken(await apng([{ color: '#f00' }, ...many]))).rejects.toMatchObject({
      code: 'IMAGE_TOO_COMPLEX',
    });
    const outside = await apng([{ color: '#f00' }, { color: '#0f0', at: [30, 0, 20, 20] }]);
    await expect(taken(outside)).rejects.toMatchObject({ code: 'IMAGE_DAMAGED' });
    const whole = await apng([{ color: '#f00' }, { color: '#0f0' }]);
    await expect(taken(whole.subarray(0, -40))).rejects.toMatchObject({ code: 'IMAGE_DAMAGED' });
  });
});
