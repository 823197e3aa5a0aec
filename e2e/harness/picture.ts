import { crc32, deflateSync } from 'node:zlib';

const drawn = new Map<string, Uint8Array<ArrayBuffer>>();

/** A PNG of a soft gradient, `hue` in degrees: pictures that differ by their hue differ in every byte that matters. */
export function picture(width = 800, height = 600, hue = 340): Uint8Array<ArrayBuffer> {
  // Most tests ask for the same few, each of which takes a while to draw.
  const key = `${width} ${height} ${hue}`;
  const bytes = drawn.get(key) ?? draw(width, height, hue);
  drawn.set(key, bytes);
  return bytes;
}

function draw(width: number, height: number, hue: number): Uint8Array<ArrayBuffer> {
  const rows = Buffer.alloc(height * (1 + width * 3));
  const shares = Array.from({ length: width }, (_, x) => sharesOf(hue + (40 * x) / width)).flat();
  for (let y = 0; y < height; y += 1) {
    const lightness = 0.35 + (0.5 * y) / height;
    const spread = 0.6 * Math.min(lightness, 1 - lightness);
    const row = y * (1 + width * 3) + 1;
    for (const [at, share] of shares.entries())
      rows[row + at] = Math.round(255 * (lightness - spread * share));
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

/** How red, green and blue leave the lightness of a hue in degrees, from -1 to 1. */
function sharesOf(hue: number): [number, number, number] {
  const share = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    return Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return [share(0), share(8), share(4)];
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
