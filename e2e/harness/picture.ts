import { crc32, deflateSync } from 'node:zlib';

/** A PNG of a soft gradient, `hue` in degrees: pictures that differ by their hue differ in every byte that matters. */
export function picture(width = 800, height = 600, hue = 340): Uint8Array<ArrayBuffer> {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rows.set(colour(hue + (40 * x) / width, 0.35 + (0.5 * y) / height), y * (1 + width * 3) + 1 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return new Uint8Array(
    Buffer.concat([
      signature,
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

/** Red, green and blue of a hue in degrees at a lightness from 0 to 1. */
function colour(hue: number, lightness: number): [number, number, number] {
  const level = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    const spread = 0.6 * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [level(0), level(8), level(4)];
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
