import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const soft = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#c2335a',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });

/** A JPEG as a phone makes it: it lies on its side (orientation 6) and says where it was taken. */
export async function phonePhoto(width = 120, height = 80): Promise<Buffer> {
  const bytes = await soft(width, height).png().toBuffer();
  return sharp(bytes)
    .withExif({
      IFD0: { Make: 'Phone of somebody', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '47/1 9/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** A PNG of which a half can be seen through. */
export const transparentPng = (width = 90, height = 70): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: { r: 10, g: 120, b: 200, alpha: 0.5 } } })
    .png()
    .toBuffer();

export const stillOf = (format: 'webp' | 'avif' | 'tiff', width = 90, height = 70): Promise<Buffer> =>
  soft(width, height).toFormat(format).toBuffer();

/** Frames that differ, so that none is merged with the next. */
export async function animation(
  format: 'gif' | 'webp',
  { frames = 5, width = 60, height = 40 } = {},
): Promise<Buffer> {
  const raw = Buffer.alloc(width * height * 3 * frames);
  for (let frame = 0; frame < frames; frame++) {
    const color = [(frame * 37) % 256, (frame * 91) % 256, (255 - frame) % 256];
    for (let pixel = 0; pixel < width * height; pixel++) {
      raw.set(color, (frame * width * height + pixel) * 3);
    }
  }
  const whole = sharp(raw, { raw: { width, height: height * frames, channels: 3, pageHeight: height } });
  return format === 'gif'
    ? whole.gif({ loop: 0, delay: Array.from({ length: frames }, () => 70) }).toBuffer()
    : whole.webp({ loop: 0, lossless: true }).toBuffer();
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A valid PNG of a few kilobytes that unpacks to `side` × `side` pixels. */
export function pngBomb(side = 30_000): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.writeUInt8(1, 8);
  const rows = Buffer.alloc((Math.ceil(side / 8) + 1) * side);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** What is in the file's head only: an iPhone's photo. */
export const heicHead = (): Buffer =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'),
    Buffer.alloc(200),
  ]);

export const svg = (): Buffer =>
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>');

export const html = (): Buffer => Buffer.from('<!doctype html><script>document.title = 1</script>');

/** A picture with so many bytes behind its end that the file has exactly `size` of them. */
export const padded = (picture: Buffer, size: number): Buffer =>
  Buffer.concat([picture, Buffer.alloc(size - picture.length)]);
