import { limits } from '@duet/contract/limits';
import sharp from 'sharp';
import { type Apng, type ApngFrame, readApng } from './apng-frames.ts';
import { openPicture, type Picture, strictDecoding } from './decode.ts';
import { ImageError } from './image-error.ts';

/**
 * An animated PNG, which libvips reads as its first picture alone: its frames are put together here and go on as an
 * animated WebP, which is smaller and shown by the same browsers.
 */
export async function openApng(bytes: Buffer): Promise<Picture> {
  const apng = readApng(bytes);
  const { width, height, frames } = apng;
  const { maxPixels, maxSidePx } = limits.image;
  if (width * height * frames.length > maxPixels || Math.max(width, height) > maxSidePx) {
    throw new ImageError('IMAGE_TOO_COMPLEX', `${width} x ${height}, ${frames.length} frames of PNG`);
  }
  const [first] = frames;
  if (frames.length === 1 && first?.width === width && first.height === height) {
    return openPicture(first.png, 'png');
  }
  const raw = { width, height: height * frames.length, channels: 4, pageHeight: height } as const;
  const whole = await sharp(await drawn(apng), { raw, limitInputPixels: maxPixels })
    .webp({ lossless: true, effort: 0, loop: apng.plays, delay: frames.map(({ delayMs }) => delayMs) })
    .toBuffer();
  return openPicture(whole, 'webp');
}

/** All frames as they are seen, one below the other, in RGBA. */
async function drawn({ width, height, frames }: Apng): Promise<Buffer> {
  const size = width * height * 4;
  const all = Buffer.alloc(size * frames.length);
  const canvas = Buffer.alloc(size);
  for (const [index, frame] of frames.entries()) {
    const before = frame.dispose === 'restore' ? Buffer.from(canvas) : null;
    draw(canvas, width, frame, await pixelsOf(frame));
    canvas.copy(all, index * size);
    if (before && index > 0) before.copy(canvas);
    else if (frame.dispose !== 'keep') clear(canvas, width, frame);
  }
  return all;
}

async function pixelsOf({ png, width, height }: ApngFrame): Promise<Buffer> {
  const { data, info } = await sharp(png, strictDecoding)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 4 || info.width !== width || info.height !== height) {
    throw new ImageError('IMAGE_DAMAGED', 'a frame of PNG is not what it says');
  }
  return data;
}

function draw(canvas: Buffer, width: number, frame: ApngFrame, pixels: Buffer): void {
  for (let row = 0; row < frame.height; row += 1) {
    const from = row * frame.width * 4;
    const to = ((frame.y + row) * width + frame.x) * 4;
    if (!frame.over) pixels.copy(canvas, to, from, from + frame.width * 4);
    else for (let at = 0; at < frame.width * 4; at += 4) blend(canvas, to + at, pixels, from + at);
  }
}

/** One pixel over another, neither multiplied by its opacity. */
function blend(under: Buffer, to: number, over: Buffer, from: number): void {
  const top = (over[from + 3] as number) / 255;
  if (top === 0) return;
  const rest = ((under[to + 3] as number) / 255) * (1 - top);
  const alpha = top + rest;
  for (let channel = 0; channel < 3; channel += 1) {
    const mixed = (over[from + channel] as number) * top + (under[to + channel] as number) * rest;
    under[to + channel] = Math.round(mixed / alpha);
  }
  under[to + 3] = Math.round(alpha * 255);
}

function clear(canvas: Buffer, width: number, frame: ApngFrame): void {
  for (let row = 0; row < frame.height; row += 1) {
    const at = ((frame.y + row) * width + frame.x) * 4;
    canvas.fill(0, at, at + frame.width * 4);
  }
}
