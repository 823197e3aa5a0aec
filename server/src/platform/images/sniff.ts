/** What a file is by its first bytes; the decoder has the last word. */
export type ImageType = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'heic';

const avifBrands = new Set(['avif', 'avis']);
const heicBrands = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'hevm', 'hevs']);

function startsWith(bytes: Buffer, ...start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

/** The brands of an ISO base media file (`ftyp`), the major one first. */
function brands(bytes: Buffer): string[] {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return [];
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256);
  const found = [bytes.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) found.push(bytes.toString('latin1', at, at + 4));
  return found;
}

/** Null for all that is not one of the pictures that are taken, SVG among them. */
export function sniffImage(bytes: Buffer): ImageType | null {
  if (bytes.length < 16) return null;
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'jpeg';
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  const head = bytes.toString('latin1', 0, 12);
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif';
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'webp';
  const found = brands(bytes);
  if (found.some((brand) => avifBrands.has(brand))) return 'avif';
  if (found.some((brand) => heicBrands.has(brand))) return 'heic';
  return null;
}

/** First bytes of pictures that browsers do not show, and what they are called. RAW photos of cameras are TIFF files. */
const unshown: readonly (readonly [kind: string, ...start: number[]])[] = [
  ['TIFF', 0x49, 0x49, 0x2a, 0x00],
  ['TIFF', 0x4d, 0x4d, 0x00, 0x2a],
  ['TIFF', 0x49, 0x49, 0x2b, 0x00],
  ['TIFF', 0x4d, 0x4d, 0x00, 0x2b],
  ['PSD', 0x38, 0x42, 0x50, 0x53],
  ['JPEG XL', 0xff, 0x0a],
  ['JPEG XL', 0x00, 0x00, 0x00, 0x0c, 0x4a, 0x58, 0x4c, 0x20],
  ['JPEG 2000', 0x00, 0x00, 0x00, 0x0c, 0x6a, 0x50, 0x20, 0x20],
];

/** What a file is that `sniffImage` does not take, where it is a picture all the same. */
export function unshownKind(bytes: Buffer): string | null {
  if (bytes.length < 16) return null;
  const [kind] = unshown.find(([, ...start]) => startsWith(bytes, ...start)) ?? [];
  if (kind) return kind;
  // Two letters alone begin many a text; four reserved bytes are 0 in every bitmap.
  return startsWith(bytes, 0x42, 0x4d) && bytes.readUInt32LE(6) === 0 ? 'BMP' : null;
}
