import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const noisy = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#c2335a',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  });

/** A JPEG as a phone makes it: it lies on its side, and says where it was taken. */
export async function phonePhoto(width: number, height: number): Promise<Buffer> {
  return sharp(await noisy(width, height).png().toBuffer())
    .withExif({
      IFD0: { Make: 'Phone of somebody', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '47/1 9/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();
}

export const clearPng = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: { r: 10, g: 120, b: 200, alpha: 0.5 } } })
    .png()
    .toBuffer();

export const stillWebp = (width: number, height: number): Promise<Buffer> =>
  noisy(width, height).webp().toBuffer();

/** A GIF of five frames. */
export function movingGif(width: number, height: number): Promise<Buffer> {
  const frames = 5;
  const raw = Buffer.alloc(width * height * 3 * frames);
  for (let frame = 0; frame < frames; frame += 1) {
    raw.fill(
      Buffer.from([frame * 50, 255 - frame * 40, 90]),
      frame * width * height * 3,
      (frame + 1) * width * height * 3,
    );
  }
  return sharp(raw, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif({ loop: 0, delay: Array.from({ length: frames }, () => 70) })
    .toBuffer();
}

/** A photo of an iPhone. */
export const heic = (): Buffer =>
  readFileSync(join(import.meta.dirname, '../../server/test/images/phone.heic'));
